package dev.yardmaster.worker.command.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kills process groups: on request, and all of them when this JVM is gone.
 *
 * <p><b>Goal</b> No command outlives its service, not even after {@code kill -9}, grandchildren
 * included, in every mode and without touching the command's stdin.
 *
 * <p><b>Constraints</b> No native code; only a POSIX shell may be assumed; exit codes and signals
 * of the command stay as they are; about a millisecond a start.
 *
 * <p><b>Method</b> One small shell is started first, in a session of its own. Its stdin is a pipe
 * that only this JVM holds: lines ask for signals, and the end of the pipe means that the JVM is
 * gone, however it went. Each command starts through a wrapper that opens a session of its own
 * (hence a process group whose number is its pid), notes that number as a file in the guard's
 * directory and then <em>becomes</em> the command. When the pipe ends the guard first renames the
 * directory, so that a wrapper on its way cannot note itself any more and gives up, and then kills
 * every group noted in it: TERM, a second later KILL.
 *
 * <p><b>Example</b> The JVM is killed between {@code fork} and the note: the note fails, the
 * command never runs. It is killed right after the note: the guard finds it.
 *
 * <p>A process that opens yet another session leaves its group. It is still found through its
 * parents when it is stopped ({@link CommandProcess#stop}), but not after {@code kill -9} of the
 * JVM. Thread-safe.
 */
public final class ProcessGuard implements AutoCloseable {

  private static final String SHELL = "/bin/sh";

  /**
   * TERM and KILL go to the group, or to the process alone where it has none (yet). CLEAR never
   * falls back: its process is gone, and the number may be somebody else's by now.
   */
  private static final String GUARD_SCRIPT =
      """
      trap '' HUP INT TERM
      directory=$1
      send() { kill -s "$1" -- "-$2" || kill -s "$1" "$2"; } 2>/dev/null
      while read -r signal pid; do
        case $signal in
          CLEAR) kill -s KILL -- "-$pid" 2>/dev/null ;;
          *) send "$signal" "$pid" ;;
        esac
      done
      mv "$directory" "$directory.ended" || exit 0
      cd "$directory.ended" || exit 1
      set -- *
      if [ -e "$1" ]; then
        for pid in "$@"; do send TERM "$pid"; done
        sleep 1
        for pid in "$@"; do send KILL "$pid"; done
      fi
      cd / && rm -rf "$directory.ended"
      """;

  private static final String WRAPPER_SCRIPT = "echo >\"$1/$$\" || exit 126; shift; exec \"$@\"";

  private final Path directory;
  private final List<String> ownSession;
  private final ReentrantLock lock = new ReentrantLock();
  private Process guard;
  private OutputStream requests;
  private boolean closed;

  private ProcessGuard(Path directory, List<String> ownSession) throws IOException {
    this.directory = directory;
    this.ownSession = ownSession;
    this.guard = launch();
    this.requests = guard.getOutputStream();
  }

  /**
   * Starts the guard's shell.
   *
   * @throws IOException if there is no POSIX shell at {@code /bin/sh} or no temporary directory
   */
  public static ProcessGuard start() throws IOException {
    return start(ownSession());
  }

  /** Starts a guard whose commands get a session of their own through this prefix. */
  static ProcessGuard start(List<String> ownSession) throws IOException {
    return new ProcessGuard(Files.createTempDirectory("yardmaster-commands-"), ownSession);
  }

  /** The guard's own process. */
  ProcessHandle shell() {
    lock.lock();
    try {
      return guard.toHandle();
    } finally {
      lock.unlock();
    }
  }

  /** Where commands note themselves. */
  Path directory() {
    return directory;
  }

  /** The command line that runs the command under this guard. Restarts a guard that was killed. */
  List<String> wrap(List<String> command) throws IOException {
    lock.lock();
    try {
      ensureAlive();
      ensureDirectory();
    } finally {
      lock.unlock();
    }
    List<String> wrapped = new ArrayList<>(ownSession);
    wrapped.addAll(List.of(SHELL, "-c", WRAPPER_SCRIPT, "yardmaster", directory.toString()));
    wrapped.addAll(command);
    return wrapped;
  }

  void terminate(long pid) {
    request("TERM " + pid);
  }

  void kill(long pid) {
    request("KILL " + pid);
  }

  /** The process has ended: kills what it left behind in its group and forgets it. */
  void ended(long pid) {
    request("CLEAR " + pid);
    try {
      Files.deleteIfExists(directory.resolve(Long.toString(pid)));
    } catch (IOException e) {
      // the guard would only signal a group that is gone
    }
  }

  /** Kills everything that still runs under this guard and ends it. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      requests.close();
    } catch (IOException e) {
      // the guard is gone already; every process was stopped by its owner
    } finally {
      lock.unlock();
    }
  }

  private void request(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
    lock.lock();
    try {
      if (!closed) {
        ensureAlive();
        requests.write(bytes);
        requests.flush();
      }
    } catch (IOException e) {
      // the guard died this instant; stop() goes on with what it can reach itself
    } finally {
      lock.unlock();
    }
  }

  private void ensureAlive() throws IOException {
    if (closed) {
      throw new IOException("the guard of commands is closed");
    }
    if (!guard.isAlive()) {
      guard = launch();
      requests = guard.getOutputStream();
    }
  }

  /** Temporary directories that lie idle for days are tidied away on many machines. */
  private void ensureDirectory() throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  private Process launch() throws IOException {
    List<String> command = new ArrayList<>(ownSession);
    command.addAll(List.of(SHELL, "-c", GUARD_SCRIPT, "yardmaster-guard", directory.toString()));
    return new ProcessBuilder(command)
        .directory(new File("/"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Linux brings {@code setsid}; macOS does not, but has Perl. */
  private static List<String> ownSession() {
    Path setsid = onPath("setsid");
    if (setsid != null) {
      return List.of(setsid.toString());
    }
    Path perl = onPath("perl");
    return perl == null ? List.of() : perlSession(perl.toString());
  }

  static List<String> perlSession(String perl) {
    return List.of(perl, "-e", "use POSIX; POSIX::setsid(); exec @ARGV or exit 127", "--");
  }

  private static @Nullable Path onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Stream.of(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry, program).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }
}
