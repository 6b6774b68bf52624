package dev.yardmaster.journal;

import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.Released;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/**
 * Short forms for the events that come with every block. Workers mostly get neighbours and finish
 * them in order, so neighbours are written as one: 64 of them take as much room as two.
 */
final class BlockLists {

  private BlockLists() {}

  /** Blocks in order as {@code "0-63,70,69"}; only what rises by one is a range. */
  static final class BlocksWriter extends ValueSerializer<long[]> {
    @Override
    public void serialize(long[] blocks, JsonGenerator json, SerializationContext context) {
      StringBuilder text = new StringBuilder();
      int from = 0;
      while (from < blocks.length) {
        int to = from;
        while (to + 1 < blocks.length && blocks[to + 1] == blocks[to] + 1) {
          to++;
        }
        text.append(from == 0 ? "" : ",").append(blocks[from]);
        if (to > from) {
          text.append('-').append(blocks[to]);
        }
        from = to + 1;
      }
      json.writeString(text.toString());
    }
  }

  /** Reads what {@link BlocksWriter} wrote. */
  static final class BlocksReader extends ValueDeserializer<long[]> {
    @Override
    public long[] deserialize(JsonParser json, DeserializationContext context) {
      String text = json.getString();
      long[] blocks = new long[16];
      int count = 0;
      for (String range : text.isEmpty() ? new String[0] : text.split(",")) {
        int dash = range.indexOf('-');
        long from = Long.parseLong(dash < 0 ? range : range.substring(0, dash));
        long to = dash < 0 ? from : Long.parseLong(range.substring(dash + 1));
        int length = Math.toIntExact(to - from + 1);
        blocks = Arrays.copyOf(blocks, Math.max(blocks.length, 2 * (count + length)));
        for (int i = 0; i < length; i++) {
          blocks[count++] = from + i;
        }
      }
      return Arrays.copyOf(blocks, count);
    }
  }

  /**
   * Results in order, each as {@code [lease, block, count, attempt, result, error]} for {@code
   * count} neighbours that went alike: leases and blocks rise by one, the rest is the same.
   * Trailing values that are what they mostly are (one, first attempt, completed, no error) are
   * left out.
   */
  static final class ResultsWriter extends ValueSerializer<List<Released>> {
    @Override
    public void serialize(
        List<Released> results, JsonGenerator json, SerializationContext context) {
      json.writeStartArray();
      int from = 0;
      while (from < results.size()) {
        int count = 1;
        while (from + count < results.size()
            && alike(results.get(from), results.get(from + count), count)) {
          count++;
        }
        write(results.get(from), count, json);
        from += count;
      }
      json.writeEndArray();
    }

    private static boolean alike(Released first, Released other, int distance) {
      return other.lease() == first.lease() + distance
          && other.block() == first.block() + distance
          && other.attempt() == first.attempt()
          && other.result() == first.result()
          && Objects.equals(other.error(), first.error());
    }

    private static void write(Released first, int count, JsonGenerator json) {
      json.writeStartArray();
      json.writeNumber(first.lease());
      json.writeNumber(first.block());
      int length = lengthOf(first, count);
      if (length > 2) {
        json.writeNumber(count);
      }
      if (length > 3) {
        json.writeNumber(first.attempt());
      }
      if (length > 4) {
        json.writeString(letter(first.result()));
      }
      if (length > 5) {
        json.writeString(first.error());
      }
      json.writeEndArray();
    }

    private static int lengthOf(Released first, int count) {
      if (first.error() != null) {
        return 6;
      }
      if (first.result() != BlockResult.COMPLETED) {
        return 5;
      }
      if (first.attempt() != 1) {
        return 4;
      }
      return count == 1 ? 2 : 3;
    }
  }

  /** Reads what {@link ResultsWriter} wrote, and passes over further values of a later form. */
  static final class ResultsReader extends ValueDeserializer<List<Released>> {
    @Override
    public List<Released> deserialize(JsonParser json, DeserializationContext context) {
      List<Released> results = new ArrayList<>();
      while (json.nextToken() == JsonToken.START_ARRAY) {
        read(json, results);
      }
      return results;
    }

    private static void read(JsonParser json, List<Released> results) {
      long lease = json.nextLongValue(0);
      long block = json.nextLongValue(0);
      int count = 1;
      int attempt = 1;
      BlockResult result = BlockResult.COMPLETED;
      String error = null;
      for (int place = 2; json.nextToken() != JsonToken.END_ARRAY; place++) {
        switch (place) {
          case 2 -> count = json.getIntValue();
          case 3 -> attempt = json.getIntValue();
          case 4 -> result = result(json.getString());
          case 5 -> error = json.getString();
          default -> json.skipChildren();
        }
      }
      for (int i = 0; i < count; i++) {
        results.add(new Released(lease + i, block + i, attempt, result, error));
      }
    }
  }

  private static String letter(BlockResult result) {
    return switch (result) {
      case COMPLETED -> "c";
      case RETRY -> "r";
      case FAILED -> "f";
    };
  }

  private static BlockResult result(@Nullable String letter) {
    for (BlockResult result : BlockResult.values()) {
      if (letter(result).equals(letter)) {
        return result;
      }
    }
    throw new IllegalStateException("\"" + letter + "\" is no result of a block");
  }
}
