package dev.yardmaster.e2e;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** {@link LoadWorker}s in a process of their own, until it is killed. */
final class LoadProcess {

  /** What it says when it runs. */
  static final String RUNS = "runs";

  private LoadProcess() {}

  /** The command line that starts one. */
  static List<String> command(
      URI service, String name, int workers, String tag, Path ledger, long seed) {
    List<String> command = new ArrayList<>(Project.shortLivedJava());
    command.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    command.addAll(List.of(LoadProcess.class.getName(), service.toString(), name));
    command.addAll(List.of(Integer.toString(workers), tag, ledger.toString()));
    command.add(Long.toString(seed));
    return command;
  }

  /** Takes the service, a name, how many workers, their tag, the ledger's file and a seed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println(RUNS);
    Api api = new Api(URI.create(arguments[0]));
    Random random = new Random(Long.parseLong(arguments[5]));
    List<Thread> workers = new ArrayList<>();
    try (LedgerFile ledger = LedgerFile.create(Path.of(arguments[4]))) {
      for (int number = 1; number <= Integer.parseInt(arguments[2]); number++) {
        Random own = new Random(random.nextLong());
        String name = arguments[1] + "-" + number;
        workers.add(
            Thread.startVirtualThread(new LoadWorker(api, name, arguments[3], ledger, own)));
      }
      for (Thread worker : workers) {
        worker.join();
      }
    }
  }
}
