package dev.yardmaster.journal.postgres;

import java.sql.SQLException;
import java.util.Set;

/** What came of trying to take the database for this service. */
sealed interface Attempt {

  /** It is ours. */
  record Held() implements Attempt {}

  /**
   * Another service has it.
   *
   * @param by who, for people: from where and since when
   */
  record Taken(String by) implements Attempt {}

  /** It could not be asked. */
  record Failed(SQLException cause) implements Attempt {

    /**
     * Classes of SQL states, and states, that time alone does not change: wrong password, no such
     * database, no right to do so, an authentication that the driver cannot do.
     */
    private static final Set<String> LASTING = Set.of("28", "3D", "42", "08004");

    /** Whether it may go well later, without anybody changing a setting. */
    boolean mayPass() {
      String state = cause.getSQLState() == null ? "" : cause.getSQLState();
      return LASTING.stream().noneMatch(state::startsWith);
    }

    /** What was in the way, in the words of who noticed. */
    String why() {
      Throwable innermost = cause;
      while (innermost.getCause() != null) {
        innermost = innermost.getCause();
      }
      String message = innermost.getMessage();
      // The name of an unknown host is all that its exception says.
      return message == null || !message.contains(" ")
          ? innermost.toString()
          : message.replaceFirst("[.]$", "");
    }
  }
}
