package dev.yardmaster.journal;

import java.nio.file.AccessDeniedException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;

/**
 * A failure of the database that a person can do something about: what happened, where, and what to
 * do.
 *
 * @param what a sentence
 * @param remedy another
 */
record DatabaseTrouble(String what, String remedy) {

  /** As the systems say it; a limit for the file's size counts as well. */
  private static final List<String> FULL =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "File too large",
          "not enough space on the disk");

  private static final List<String> READ_ONLY =
      List.of("Read-only file system", "Permission denied", "Access is denied");

  private static final String POSTGRES_DISK_FULL = "53100";
  private static final String POSTGRES_READ_ONLY = "25006";
  private static final int H2_READ_ONLY = 90097;
  private static final int H2_CANNOT_CREATE = 90062;
  private static final int H2_CORRUPT = 90030;
  private static final int H2_OTHER_VERSION = 90048;

  private static final Pattern UNKNOWN_MIGRATION =
      Pattern.compile("applied migration not resolved locally: (\\d+(?:\\.\\d+)*)");

  /** Both in one line. */
  String sentence() {
    return what + " " + remedy;
  }

  /** Empty where it is nothing of the kind. */
  static Optional<DatabaseTrouble> of(Throwable failure, DatabasePlace place) {
    return find(failure, DatabaseTrouble::fullDisk)
        .map(why -> full(place, why))
        .or(() -> find(failure, DatabaseTrouble::writeProtection).map(why -> readOnly(place, why)))
        .or(() -> find(failure, DatabaseTrouble::corruption).map(why -> corrupt(place, why)))
        .or(() -> find(failure, DatabaseTrouble::schema).map(why -> otherSchema(place, why)))
        .or(() -> find(failure, DatabaseTrouble::unreadable).map(why -> unreadable(place, why)));
  }

  private static @Nullable String fullDisk(Throwable cause) {
    return says(cause, FULL) || hasState(cause, POSTGRES_DISK_FULL) ? firstLine(cause) : null;
  }

  private static DatabaseTrouble full(DatabasePlace place, String why) {
    return new DatabaseTrouble(
        "There is no room for the database " + place + " (" + why + ").",
        "Make room there; a service that is running then goes on by itself. Nothing that it has"
            + " accepted is lost.");
  }

  private static @Nullable String writeProtection(Throwable cause) {
    boolean denied =
        cause instanceof AccessDeniedException
            || says(cause, READ_ONLY)
            || hasState(cause, POSTGRES_READ_ONLY)
            || hasCode(cause, H2_READ_ONLY, H2_CANNOT_CREATE);
    return denied ? firstLine(cause) : null;
  }

  private static DatabaseTrouble readOnly(DatabasePlace place, String why) {
    return new DatabaseTrouble(
        "The database " + place + " cannot be written to (" + why + ").",
        "Let the user "
            + System.getProperty("user.name")
            + " write to the file and to its folder, on a file system that is not read-only; or"
            + " choose another folder with --data-dir. Nothing was changed.");
  }

  private static @Nullable String corruption(Throwable cause) {
    boolean corrupt =
        hasCode(cause, H2_CORRUPT, H2_OTHER_VERSION)
            || (cause.getClass().getName().startsWith("org.h2.")
                && says(cause, List.of("corrupt")));
    return corrupt ? firstLine(cause) : null;
  }

  private static DatabaseTrouble corrupt(DatabasePlace place, String why) {
    return new DatabaseTrouble(
        "The file " + place + " is damaged, or is not a database of this program (" + why + ").",
        "It was left as it is. Restore it from a backup, or choose another folder with"
            + " --data-dir.");
  }

  private static @Nullable String schema(Throwable cause) {
    return cause instanceof FlywayValidateException ? cause.getMessage() : null;
  }

  private static DatabaseTrouble otherSchema(DatabasePlace place, String why) {
    Matcher unknown = UNKNOWN_MIGRATION.matcher(why);
    return unknown.find()
        ? new DatabaseTrouble(
            "The database "
                + place
                + " belongs to a newer version of Yardmaster: this one does not know version "
                + unknown.group(1)
                + " of its schema.",
            "Start that version, or a newer one. Nothing was changed.")
        : new DatabaseTrouble(
            "The database " + place + " has another schema than Yardmaster has given it: " + why,
            "Restore it from a backup. Nothing was changed.");
  }

  private static @Nullable String unreadable(Throwable cause) {
    return cause instanceof UnreadableJournalException ? cause.getMessage() : null;
  }

  private static DatabaseTrouble unreadable(DatabasePlace place, String why) {
    return new DatabaseTrouble(
        "The database " + place + " holds what this version of Yardmaster cannot read: " + why,
        "Start the version that wrote it, or a newer one; if none has, restore it from a backup."
            + " Nothing was changed.");
  }

  private static boolean says(Throwable cause, List<String> any) {
    String message = String.valueOf(cause.getMessage());
    return any.stream().anyMatch(message::contains);
  }

  private static boolean hasState(Throwable cause, String state) {
    return cause instanceof SQLException sql && state.equals(sql.getSQLState());
  }

  private static boolean hasCode(Throwable cause, int... codes) {
    if (cause instanceof SQLException sql) {
      for (int code : codes) {
        if (sql.getErrorCode() == code) {
          return true;
        }
      }
    }
    return false;
  }

  private static String firstLine(Throwable cause) {
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return message.lines().findFirst().orElse(message).replaceFirst("; SQL statement:$", "");
  }

  private static Optional<String> find(
      Throwable failure, Function<Throwable, @Nullable String> look) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .flatMap(cause -> Stream.ofNullable(look.apply(cause)))
        .reduce((outer, inner) -> inner);
  }
}
