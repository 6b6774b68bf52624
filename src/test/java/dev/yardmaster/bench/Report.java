package dev.yardmaster.bench;

import java.io.PrintStream;
import java.util.Arrays;

/** Prints figures, one a line. */
final class Report {

  private static final PrintStream OUT = System.out;

  private Report() {}

  static void line(String what, String figure) {
    OUT.printf("%-58s %s%n", what, figure);
  }

  /** In milliseconds; sorts the array. */
  static String percentiles(long[] nanos) {
    Arrays.sort(nanos);
    return "p50 %.2f ms, p99 %.2f ms, longest %.2f ms (%d times)"
        .formatted(at(nanos, 0.50), at(nanos, 0.99), at(nanos, 1.0), nanos.length);
  }

  private static double at(long[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
  }
}
