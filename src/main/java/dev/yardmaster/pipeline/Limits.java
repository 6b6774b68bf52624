package dev.yardmaster.pipeline;

import java.time.Duration;

/** How much a pipeline may hold, and why not more. */
public final class Limits {

  /** Tasks a pipeline. One gate pass looks at each of them, and a person has to read the graph. */
  public static final int MAX_TASKS = 1_000;

  /** Blocks a task. A thousand such tasks still count without overflow in 64 bits. */
  public static final long MAX_BLOCKS = 1L << 40;

  /** Amount of one resource, 2^53 - 1: the greatest whole number that every JSON reader keeps. */
  public static final long MAX_AMOUNT = (1L << 53) - 1;

  /** Keys of one budget or one {@code requires}. Each is compared on every start. */
  public static final int MAX_RESOURCE_KEYS = 32;

  /** Workers of one task at once; a hundred times what one service is built for. */
  public static final int MAX_WORKERS = 1_000_000;

  /** Restarts of one task; as many as workers, so that the start budget stays a plain sum. */
  public static final int MAX_WORKER_RESTARTS = 1_000_000;

  /** Retries of one block. Who needs more has a block that fails, not one that is unlucky. */
  public static final int MAX_RETRIES = 100;

  /** Tags of one task. Each is compared with those of every asking worker. */
  public static final int MAX_TAGS = 32;

  /** Params of a pipeline. Each becomes an environment variable of every command. */
  public static final int MAX_PARAMS = 128;

  /**
   * Characters of all names and values of {@code params} together. They travel as JSON in one
   * environment variable, which Linux bounds to 128 KiB, and JSON may need six bytes for one
   * character.
   */
  public static final int MAX_PARAM_CHARACTERS = 16_384;

  /** Variables in one {@code env}. */
  public static final int MAX_ENV = 128;

  /** Words of a command. More belong into a file that the command reads. */
  public static final int MAX_COMMAND_WORDS = 1_024;

  /**
   * Characters of all words of a command, or of all names and values of an {@code env}, together.
   * Linux bounds one word or variable to 128 KiB, and UTF-8 needs up to three bytes for a
   * character.
   */
  public static final int MAX_PROCESS_CHARACTERS = 32_768;

  /** Timeouts and the like. Longer than any run; far from where nanoseconds overflow. */
  public static final Duration MAX_DURATION = Duration.ofDays(365);

  /**
   * Problems that one answer lists; the rest is counted. A person mends no more than that at once.
   */
  public static final int MAX_PROBLEMS = 1_000;

  private Limits() {}
}
