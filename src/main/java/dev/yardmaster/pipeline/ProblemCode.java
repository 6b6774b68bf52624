package dev.yardmaster.pipeline;

import java.util.Locale;

/**
 * What can be wrong with a document. The names are stable: programs compare them, so a code may be
 * added but never renamed.
 */
public enum ProblemCode {

  // The text.

  /** More bytes than a document may have. */
  DOCUMENT_TOO_LARGE,
  /** Not UTF-8. */
  NOT_UTF8,
  /** Nothing in it. */
  EMPTY_DOCUMENT,
  /** Neither YAML nor JSON, depending on what it was sent as. */
  SYNTAX,
  /** The same key twice in one object. */
  DUPLICATE_KEY,
  /** A second YAML document after the first. */
  SEVERAL_DOCUMENTS,
  /**
   * YAML that is well-formed but more than a pipeline needs: tags, merge keys, keys that are lists.
   */
  UNSUPPORTED_YAML,
  /** Lists and objects inside each other beyond the limit. */
  TOO_DEEP,
  /** Aliases that unfold to far more than the document shows. */
  TOO_COMPLEX,

  // Single values.

  /** A value of another type than the field has. */
  WRONG_TYPE,
  /** A field that has to be there is not. */
  MISSING_FIELD,
  /** A field that no document has. */
  UNKNOWN_FIELD,
  /** A name with characters or a length that names of its kind cannot have. */
  INVALID_NAME,
  /** A name that Yardmaster keeps for itself. */
  RESERVED_NAME,
  /** Two names that would become the same environment variable. */
  AMBIGUOUS_NAME,
  /** Text that no process could be given: it contains a NUL or half a surrogate pair. */
  INVALID_TEXT,
  /** None of the words that the field can be. */
  INVALID_CHOICE,
  /** Not a duration, or a number without its unit. */
  INVALID_DURATION,
  /** A number with a fraction, or no number at all. */
  NOT_WHOLE,
  /** A number or duration below zero. */
  NEGATIVE,
  /** A number or duration below its least value. */
  TOO_SMALL,
  /** A number or duration above its greatest value. */
  TOO_LARGE,
  /** More characters than the field may have. */
  TOO_LONG,
  /** More entries than the list or object may have. */
  TOO_MANY,

  // How things fit together.

  /** A pipeline without a task. */
  NO_TASKS,
  /** Two tasks with one id. */
  DUPLICATE_ID,
  /** A dependency on a task that is not there. */
  UNKNOWN_TASK,
  /** A task that waits for itself. */
  SELF_DEPENDENCY,
  /** A task that waits for the same task twice. */
  DUPLICATE_DEPENDENCY,
  /** Tasks that wait for each other. */
  CYCLE,
  /** {@code matching} between tasks with different numbers of blocks. */
  BLOCKS_DIFFER,
  /** Tasks with different numbers of blocks, and {@code blocks: all} is not written. */
  BLOCKS_UNSAID,
  /** A command that is an empty list or begins with an empty word. */
  EMPTY_COMMAND,
  /** A mode that only a command can have. */
  MODE_WITHOUT_COMMAND,
  /** An environment for a command that is not there. */
  ENV_WITHOUT_COMMAND,
  /** A worker of the task needs something that no budget has. */
  NO_BUDGET,
  /** One worker of the task needs more than a whole budget. */
  EXCEEDS_BUDGET,
  /** An override of a param that the document does not have. */
  UNKNOWN_PARAM,
  /** The list of problems itself got too long; the rest was only counted. */
  MORE_PROBLEMS;

  /** As it is on the wire, such as {@code duplicate_id}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
