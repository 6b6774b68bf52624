package dev.yardmaster.live;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A message as it goes out; one object for all who get it.
 *
 * @param bytes of it on the wire, without the few that frame it
 */
record Frame(String text, int bytes) {

  static Frame of(byte[] utf8) {
    return new Frame(new String(utf8, StandardCharsets.UTF_8), utf8.length);
  }

  /** One text for what goes out together: an array where it is more than one. */
  static String together(List<Frame> frames) {
    return frames.size() == 1
        ? frames.getFirst().text()
        : frames.stream().map(Frame::text).collect(Collectors.joining(",", "[", "]"));
  }
}
