package dev.yardmaster.cli.local;

import dev.yardmaster.config.AllowedValues;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Says what is wrong with a setting: its name, its value as somebody wrote it, and what it may be.
 * What may be a secret is not repeated, for the words end up in logs.
 */
final class SettingProblem {

  private static final String ACCESS = "yardmaster.access";
  private static final String TOKENS = ACCESS + ".tokens";
  private static final Pattern SECRET = Pattern.compile("password|secret|key|token");

  private static final String HOW_TOKENS_ARE_WRITTEN =
      "each access token is an entry of its own with name, roles and hash, such as"
          + " yardmaster.access.tokens[0].name, or YARDMASTER_ACCESS_TOKENS_0_NAME. (A token to"
          + " show to a service goes into YARDMASTER_ACCESS_TOKEN.)"
          + System.lineSeparator()
          + "Make an entry with: java -jar yardmaster.jar token --name NAME --role ROLE";

  private SettingProblem() {}

  /** A setting that could be read, but that its own rules forbid. */
  static Optional<String> outOfBounds(Throwable cause) {
    if (!(cause instanceof BindValidationException invalid)) {
      return Optional.empty();
    }
    ValidationErrors errors = invalid.getValidationErrors();
    return Optional.of(
        errors.getAllErrors().stream()
            .map(error -> words(errors, error))
            .collect(Collectors.joining(System.lineSeparator())));
  }

  private static String words(ValidationErrors errors, ObjectError error) {
    String why = " not allowed: " + error.getDefaultMessage() + ".";
    if (!(error instanceof FieldError field)) {
      return "The settings under " + errors.getName() + " are" + why;
    }
    String name = errors.getName() + "." + DataObjectPropertyName.toDashedForm(field.getField());
    Object read = field.getRejectedValue();
    boolean secret = isSecret(name) && (read == null || read instanceof CharSequence);
    return setting(name, asWritten(errors, name, read), secret) + " is" + why;
  }

  /** What was read became a duration, say, whose own way of writing itself nobody typed. */
  private static @Nullable Object asWritten(
      ValidationErrors errors, String name, @Nullable Object read) {
    ConfigurationPropertyName wanted = ConfigurationPropertyName.ofIfValid(name);
    return errors.getBoundProperties().stream()
        .filter(property -> property.getName().equals(wanted))
        .map(ConfigurationProperty::getValue)
        .findFirst()
        .orElse(read);
  }

  /** A setting that is not of its kind. */
  static Optional<String> notReadable(Throwable cause) {
    return switch (cause) {
      case BindException wrong -> {
        String name = wrong.getName().toString();
        ConfigurationProperty property = wrong.getProperty();
        Object value = property == null ? "" : property.getValue();
        yield notReadable(name, value, why(name, wrong));
      }
      case InvalidConfigurationPropertyValueException wrong ->
          notReadable(wrong.getName(), wrong.getValue(), wrong.getReason());
      default -> Optional.empty();
    };
  }

  private static Optional<String> notReadable(String name, @Nullable Object value, String why) {
    return Optional.of(setting(name, value, isSecret(name)) + " cannot be read: " + why);
  }

  private static String why(String name, BindException wrong) {
    String allowed = AllowedValues.ofType(wrong.getTarget().getType().resolve());
    if (!allowed.isEmpty()) {
      return "it has to be " + allowed + ".";
    }
    if (name.startsWith(TOKENS)) {
      return HOW_TOKENS_ARE_WRITTEN;
    }
    return isSecret(name)
        ? "it is not of the kind it has to be. Its value is not shown, for it may be a secret."
        : StartupProblem.innermost(wrong); // which may repeat the value
  }

  private static String setting(String name, @Nullable Object value, boolean secret) {
    return "The setting " + name + (secret ? "" : "=" + value);
  }

  /** Of a text. What could be read as a number or a time is none, whatever it is called. */
  private static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith(ACCESS) || SECRET.matcher(lower).find();
  }
}
