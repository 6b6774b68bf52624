package dev.yardmaster.pipeline;

import java.util.regex.Pattern;

/** What names of each kind may look like. */
enum NameRule {
  /** Part of run names, which are part of addresses. */
  PIPELINE(
      "[a-z0-9][a-z0-9-]{0,62}",
      "lower-case letters, digits and hyphens, beginning with a letter or a digit"),
  /** Part of addresses and of file names. */
  TASK(
      "[A-Za-z0-9][A-Za-z0-9_.-]{0,62}",
      "letters, digits, '_', '.' and '-', beginning with a letter or a digit"),
  TAG(
      "[A-Za-z0-9][A-Za-z0-9_.:=/+-]{0,62}",
      "letters, digits and any of _ . : = / + -, beginning with a letter or a digit"),
  RESOURCE(
      "[A-Za-z0-9][A-Za-z0-9_.-]{0,62}",
      "letters, digits, '_', '.' and '-', beginning with a letter or a digit"),
  /** Becomes the end of an environment variable's name. */
  PARAM("[A-Za-z_][A-Za-z0-9_]{0,62}", "letters, digits and '_', not beginning with a digit"),
  ENVIRONMENT("[A-Za-z_][A-Za-z0-9_]{0,62}", "letters, digits and '_', not beginning with a digit");

  /** The longest name of any kind, in characters; what DNS allows one label. */
  static final int MAX_LENGTH = 63;

  private final Pattern pattern;
  private final String inWords;

  NameRule(String pattern, String inWords) {
    this.pattern = Pattern.compile(pattern);
    this.inWords = inWords;
  }

  boolean allows(String name) {
    return name.length() <= MAX_LENGTH && pattern.matcher(name).matches();
  }

  /** The remedy: what such a name consists of. */
  String inWords() {
    return "use 1 to " + MAX_LENGTH + " " + inWords;
  }
}
