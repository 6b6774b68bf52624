package dev.yardmaster.history;

import java.time.Duration;

/** The bounds of what is kept of runs, and why they are where they are. */
final class HistoryLimits {

  /** Points of a curve: a screen has not many more across. */
  static final int MAX_POINTS = 600;

  /** Bars of a run's timeline: a screen of rows, and a JSON document below a megabyte. */
  static final int MAX_BARS = 5_000;

  /** Bars in memory over all running runs, some 64 bytes each: with many runs each gets coarser. */
  static final int ALL_BARS = 500_000;

  /** However many runs there are, so much of a picture is left of each. */
  static final int MIN_BARS = 200;

  /** Workers without a row that are told apart when they are counted. */
  static final int MAX_MORE_WORKERS = 100_000;

  /** Resources of a run that have a curve; pipelines name a few. */
  static final int MAX_RESOURCES = 20;

  /** Between two points of a young curve. */
  static final Duration SAMPLE_EVERY = Duration.ofSeconds(1);

  /** What a crash may lose of a curve. */
  static final Duration SAVE_EVERY = Duration.ofSeconds(10);

  /** Bytes a second that one run's history may write: a long one is stored less often. */
  static final long BYTES_A_SECOND = 4_000;

  /** Runs stored in one go; then facts are taken again. */
  static final int SAVES_AT_ONCE = 10;

  /** Ended runs that wait for a database that is away; their history is then lost. */
  static final int MAX_UNSAVED = 100;

  /** A rate looks back so far, where enough gets done. */
  static final Duration RATE_WINDOW = Duration.ofSeconds(30);

  static final Duration RATE_SAMPLE_EVERY = Duration.ofSeconds(2);

  private HistoryLimits() {}
}
