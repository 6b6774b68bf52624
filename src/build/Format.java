import com.google.googlejavaformat.java.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives the project's Java files to google-java-format. The build runs this file as it is, with the
 * JDK it has chosen: the formatter parses with the compiler of the JDK that it runs on, and Maven
 * itself may run on an older one.
 *
 * <p>Usage: {@code Format check REPORT FOLDER} or {@code Format fix REPORT FOLDER}. When {@code
 * check} finds files that are not formatted, their paths are printed and written to the file
 * REPORT, which the build refuses to go on with; else there is no such file afterwards. The exit
 * code is not used for that, because Maven's answer to it is a page of stack trace.
 */
final class Format {

  public static void main(String[] arguments) throws Exception {
    boolean fix = arguments[0].equals("fix");
    Path report = Path.of(arguments[1]);
    List<String> options =
        fix ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed");
    List<String> files = javaFiles(Path.of(arguments[2]));
    Files.deleteIfExists(report);
    if (files.isEmpty()) {
      return;
    }
    StringWriter found = new StringWriter();
    PrintWriter errors = new PrintWriter(System.err, true);
    String[] line = Stream.concat(options.stream(), files.stream()).toArray(String[]::new);
    if (new Main(new PrintWriter(found, true), errors, System.in).format(line) == 0) {
      return;
    }
    if (fix || found.toString().isBlank()) {
      System.exit(1); // a file that is not Java; the formatter has said which and where
    }
    System.out.print(found);
    Files.createDirectories(report.getParent());
    Files.writeString(report, found.toString());
  }

  private static List<String> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().toList();
    }
  }
}
