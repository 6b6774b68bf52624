package dev.yardmaster.api.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a token is for. Which calls each allows is in {@link AccessRules}. */
public enum Role {
  /** Looks at everything and changes nothing. */
  VIEW,
  /** Looks, starts runs and cancels them: so it makes workers execute programs. */
  SUBMIT,
  /** Registers workers, and sees nothing but what they are given to do. */
  WORK,
  /** May do all of it, and see what else of the actuator is switched on. */
  ADMIN;

  /** As it is in the configuration, such as {@code view}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role of that word; case counts. */
  public static Optional<Role> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** All of them, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
  }
}
