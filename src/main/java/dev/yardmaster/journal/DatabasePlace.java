package dev.yardmaster.journal;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Where the database is, in words for a person. */
@Component
final class DatabasePlace {

  private static final Pattern H2_FILE = Pattern.compile("jdbc:h2:(?:file:)?([^;]+).*");

  /** Without what may hold a password. */
  private static final Pattern ADDRESS = Pattern.compile("([^?;]*).*");

  private final String words;

  DatabasePlace(@Value("${spring.datasource.url}") String url) {
    this.words = words(url);
  }

  private static String words(String url) {
    Matcher file = H2_FILE.matcher(url);
    if (file.matches() && !file.group(1).startsWith("mem:")) {
      return Path.of(file.group(1) + ".mv.db").toAbsolutePath().normalize().toString();
    }
    Matcher address = ADDRESS.matcher(url);
    return address.matches() ? address.group(1) : url;
  }

  @Override
  public String toString() {
    return words;
  }
}
