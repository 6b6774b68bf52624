package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.Released;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventCodecTest {

  private final EventCodec codec = new EventCodec();

  @Test
  void everyTypeOfDurableEventHasASampleAndATag() {
    List<?> types = List.of(Event.Durable.class.getPermittedSubclasses());

    assertThat(SampleEvents.all().stream().<Object>map(Event.Durable::getClass).distinct())
        .containsExactlyInAnyOrderElementsOf(types);
    assertThat(EventJson.TAGS.values()).hasSize(types.size());
    assertThat(EventJson.TAGS.values().stream().<Object>map(type -> type))
        .containsExactlyInAnyOrderElementsOf(types);
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    for (Event.Durable event : SampleEvents.all()) {
      assertSame(codec.decode(codec.encode(List.of(event))), List.of(event));
    }
  }

  @Test
  void aBatchKeepsItsOrder() {
    assertSame(codec.decode(codec.encode(SampleEvents.all())), SampleEvents.all());
  }

  @Test
  void anEmptyCommandStaysAnotherThanNone() {
    Event.RunSubmitted bare = onlyOne(SampleEvents.all().get(3));
    assertThat(bare.pipeline().tasks().getFirst().command()).isEmpty();

    Event.RunSubmitted deepfield = onlyOne(SampleEvents.all().get(2));
    assertThat(deepfield.pipeline().tasks().getLast().command()).isNull();
  }

  @Test
  void whoAskedForARunIsKeptWhereSomebodyDid() {
    Event.RunSubmitted named =
        new Event.RunSubmitted(
            SampleEvents.RUN, 1, SampleEvents.bare(), null, "digest", null, "alice");

    assertThat(this.<Event.RunSubmitted>onlyOne(named).by()).isEqualTo("alice");
    Event.RunSubmitted deepfield = onlyOne(SampleEvents.all().get(2));
    assertThat(deepfield.by()).isNull();
  }

  @Test
  void theOrderOfParametersStays() {
    Event.RunSubmitted deepfield = onlyOne(SampleEvents.all().get(2));
    assertThat(deepfield.pipeline().params().keySet())
        .containsExactly("image", "threshold", "blocks", "scale", "verbose");
  }

  @Test
  void journalsWrittenByVersion1StayReadable() throws IOException {
    assertSame(codec.decode(plain(resource("v1-events.json"))), SampleEvents.ofVersion1());

    String hex = new String(resource("v1-deflated.hex"), StandardCharsets.US_ASCII);
    assertSame(
        codec.decode(HexFormat.of().parseHex(hex.replaceAll("\\s", ""))),
        SampleEvents.ofVersion1());
  }

  @Test
  void unknownFieldsArePassedOverAndAbsentOnesAreEmpty() throws IOException {
    List<Event.Durable> events = codec.decode(plain(resource("v1-other-fields.json")));

    assertThat(events.get(0)).isEqualTo(new Event.TaskDone(SampleEvents.DETECT));
    assertThat(events.get(1)).isEqualTo(new Event.LateDropped(SampleEvents.DETECT, 0));
    assertSame(
        List.of(events.get(2)),
        List.of(
            new Event.BlocksReleased(
                SampleEvents.BINDING,
                SampleEvents.DETECT,
                List.of(new Released(5, 7, 1, BlockResult.FAILED, "why")))));
    Event.RunSubmitted submitted = (Event.RunSubmitted) events.get(3);
    assertThat(submitted.pipeline().params()).isEmpty();
    assertThat(submitted.pipeline().tasks()).isEmpty();
    assertThat(submitted.idempotencyKey()).isNull();
    Event.WorkerRegistered registered = (Event.WorkerRegistered) events.get(4);
    assertThat(registered.tags()).isEmpty();
  }

  @Test
  void sixtyFourNeighboursTakeAFewBytes() {
    long[] blocks = LongStream.range(1_000_000, 1_000_064).toArray();
    List<Released> results = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      results.add(new Released(5_000_000 + i, blocks[i], 1, BlockResult.COMPLETED, null));
    }
    byte[] payload =
        codec.encode(
            List.of(
                new Event.BlocksReleased(SampleEvents.BINDING, SampleEvents.DETECT, results),
                new Event.BlocksLeased(
                    SampleEvents.BINDING, SampleEvents.DETECT, 5_000_064, blocks)));

    assertThat(payload.length).isLessThan(100);
  }

  @Test
  void whatCannotBeReadSaysSo() {
    assertThatThrownBy(() -> codec.decode(new byte[] {9, 1, 2}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("newer version")
        .hasMessageContaining("format is 9");
    assertThatThrownBy(() -> codec.decode(new byte[] {})).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> codec.decode(plain("[{\"event\":\"moon_landed\"}]".getBytes())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("moon_landed");
    byte[] whole = codec.encode(SampleEvents.all());
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    assertThatThrownBy(() -> codec.decode(half)).isInstanceOf(IllegalStateException.class);
  }

  @SuppressWarnings("unchecked")
  private <T extends Event.Durable> T onlyOne(Event.Durable event) {
    return (T) codec.decode(codec.encode(List.of(event))).getFirst();
  }

  /** Field by field: a record with an array in it is not equal to its copy. */
  static void assertSame(List<Event.Durable> actual, List<Event.Durable> expected) {
    assertThat(actual)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(expected);
  }

  private static byte[] plain(byte[] json) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.write(Payload.PLAIN);
    payload.writeBytes(json);
    return payload.toByteArray();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream file = EventCodecTest.class.getResourceAsStream("/journal/" + name)) {
      return file.readAllBytes();
    }
  }
}
