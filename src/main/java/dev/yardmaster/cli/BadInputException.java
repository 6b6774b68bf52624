package dev.yardmaster.cli;

/** The command line, or a file that it names, is wrong. The message is all that is shown. */
final class BadInputException extends RuntimeException {

  BadInputException(String message) {
    super(message);
  }
}
