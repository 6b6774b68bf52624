import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Step of the build: checks, tests and bundles the scripts of the pages with the machine's own npm.
 * Does nothing while its inputs are those of the last time; fetches packages only when the lock
 * file is another one.
 *
 * <p>Arguments: the folder of the sources, the folder for the bundle, the file that remembers the
 * inputs, and the file that says what went wrong, which is there only if something did. The build
 * looks for that file: a step that failed by itself would have its stack trace shown.
 */
public final class Frontend {

  /** What is in the folder of the sources and no input of the bundle. */
  private static final Set<String> NO_INPUT = Set.of("node_modules", "dist", "e2e");

  /** What Vite asks of Node: 20.19 or later of the 20s, 22.12 or later. */
  private static final String NODE_WANTED = "Node.js 20.19, 22.12 or later";

  private final Path sources;
  private final Path bundle;
  private final Path memory;

  private Frontend(Path sources, Path bundle, Path memory) {
    this.sources = sources;
    this.bundle = bundle;
    this.memory = memory;
  }

  /** Says what went wrong on stderr and in the report. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path report = Path.of(args[3]);
    Files.deleteIfExists(report);
    try {
      new Frontend(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])).build();
    } catch (IllegalStateException failed) {
      String message = "The pages' scripts were not built: " + failed.getMessage();
      System.err.println(message);
      Files.createDirectories(report.toAbsolutePath().getParent());
      Files.writeString(report, message + "\n");
    }
  }

  private void build() throws IOException, InterruptedException {
    String inputs = digest(inputs());
    if (Files.exists(bundle.resolve("app.js")) && inputs.equals(remembered(memory))) {
      return;
    }
    checkTools();
    installPackages();
    npm("run", "--silent", "check");
    npm("run", "--silent", "test");
    npm("run", "--silent", "bundle", "--", "--logLevel=warn", "--outDir", absolute(bundle));
    remember(memory, inputs);
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().toString();
  }

  private void checkTools() throws InterruptedException {
    String version = said("node", "--version");
    if (version == null || said(npm(), "--version") == null) {
      throw new IllegalStateException(
          "npm and node are not on the PATH. Install %s with npm (Debian: apt-get install npm), or"
                  .formatted(NODE_WANTED)
              + " build with -DskipFrontend: the pages then stand still and are loaded again every"
              + " few seconds.");
    }
    if (!isNewEnough(version)) {
      throw new IllegalStateException(
          "the node on the PATH is %s, but %s is needed. Install that, or build with -DskipFrontend."
              .formatted(version, NODE_WANTED));
    }
  }

  private static boolean isNewEnough(String version) {
    String[] parts = version.replaceFirst("^v", "").split("\\.");
    int major = Integer.parseInt(parts[0]);
    int minor = Integer.parseInt(parts[1]);
    return major > 22 || major == 22 && minor >= 12 || major == 20 && minor >= 19;
  }

  private void installPackages() throws IOException, InterruptedException {
    Path lock = sources.resolve("package-lock.json");
    Path installed = sources.resolve("node_modules/.installed");
    String wanted = digest(List.of(lock));
    if (!wanted.equals(remembered(installed))) {
      npm("ci", "--prefer-offline", "--no-audit", "--no-fund");
      remember(installed, wanted);
    }
  }

  /** On Windows, npm is a script, which Java starts by its whole name only. */
  private static String npm() {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");
    return windows ? "npm.cmd" : "npm";
  }

  /** What it says matters only if it fails. */
  private void npm(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(npm()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(sources.toFile())
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      System.err.println(said);
      throw new IllegalStateException(
          "\"%s\" in %s ended with %d; what it said is above."
              .formatted(String.join(" ", command), sources, code));
    }
  }

  /** The first line that a program says, or null where there is no such program. */
  private static String said(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? said.lines().findFirst().orElse("") : null;
    } catch (IOException none) {
      return null;
    }
  }

  private List<Path> inputs() throws IOException {
    try (Stream<Path> entries = Files.list(sources)) {
      return entries
          .filter(entry -> !NO_INPUT.contains(entry.getFileName().toString()))
          .flatMap(Frontend::files)
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> files(Path from) {
    try (Stream<Path> tree = Files.walk(from)) {
      return tree.filter(Files::isRegularFile).toList().stream();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String digest(List<Path> files) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files) {
        digest.update(sources.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  private static String remembered(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static void remember(Path file, String digest) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, digest);
  }
}
