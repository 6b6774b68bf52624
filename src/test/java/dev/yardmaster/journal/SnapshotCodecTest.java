package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class SnapshotCodecTest {

  private final SnapshotCodec codec = new SnapshotCodec();

  @Test
  void whatIsReadIsWhatWasWritten() {
    assertSame(
        codec.decodeService(codec.encode(SampleSnapshots.service())), SampleSnapshots.service());
    assertSame(codec.decodeRun(codec.encode(SampleSnapshots.running())), SampleSnapshots.running());
    assertSame(
        codec.decodeRun(codec.encode(SampleSnapshots.ended("by ada"))),
        SampleSnapshots.ended("by ada"));
  }

  @Test
  void snapshotsWrittenByVersion1StayReadable() throws IOException {
    assertSame(codec.decodeService(plain("v1-service-snapshot.json")), SampleSnapshots.service());
    assertSame(codec.decodeRun(plain("v1-run-snapshot.json")), SampleSnapshots.running());
  }

  @Test
  void whatCannotBeReadSaysSo() {
    assertThatThrownBy(() -> codec.decodeRun(new byte[] {9, 1}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("snapshot")
        .hasMessageContaining("newer version");
  }

  /** Field by field: a record with an array in it is not equal to its copy. */
  static void assertSame(Object actual, Object expected) {
    assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
  }

  private static byte[] plain(String name) throws IOException {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.write(Payload.PLAIN);
    try (InputStream file = SnapshotCodecTest.class.getResourceAsStream("/journal/" + name)) {
      payload.writeBytes(file.readAllBytes());
    }
    return payload.toByteArray();
  }
}
