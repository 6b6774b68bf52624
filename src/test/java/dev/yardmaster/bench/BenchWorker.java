package dev.yardmaster.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client worker that does no work at all. */
final class BenchWorker implements AutoCloseable {

  private static final String JSON = "application/json";
  private static final Pattern LEASE = Pattern.compile("\"lease\":\"([^\"]+)\",\"run\"");

  private final Connection connection;
  private final String path;
  private final String token;
  private List<String> leases = new ArrayList<>();

  BenchWorker(int port, String name, String task) throws IOException {
    connection = new Connection(port);
    String reply =
        connection.post(
            "/api/v1/workers",
            "",
            JSON,
            "{\"name\":\"%s\",\"host\":\"bench\",\"kind\":\"client\",\"tags\":[\"%s\"]}"
                .formatted(name, task));
    path = "/api/v1/workers/" + field(reply, "id");
    token = field(reply, "token");
  }

  static String field(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + name + " in " + json);
    }
    return matcher.group(1);
  }

  /** Asks until it has blocks. */
  void acquire(int maxBlocks) throws IOException {
    do {
      leases =
          leasesIn(
              connection.post(
                  path + "/acquire",
                  token,
                  JSON,
                  "{\"max_blocks\":%d,\"wait\":\"10s\"}".formatted(maxBlocks)));
    } while (leases.isEmpty());
  }

  /** Reports what it has, asks for more, and answers how many it reported. */
  int releaseAndAcquire(int maxBlocks) throws IOException {
    int count = leases.size();
    leases = leasesIn(release(",\"acquire\":{\"max_blocks\":" + maxBlocks + ",\"wait\":\"1s\"}"));
    return count;
  }

  /** Reports what it has and asks for nothing. */
  void release() throws IOException {
    release("");
    leases = List.of();
  }

  private String release(String ask) throws IOException {
    StringBuilder body = new StringBuilder("{\"results\":[");
    for (int i = 0; i < leases.size(); i++) {
      body.append(i == 0 ? "" : ",");
      body.append("{\"lease\":\"").append(leases.get(i)).append("\",\"ok\":true}");
    }
    return connection.post(path + "/release", token, JSON, body.append(']').append(ask) + "}");
  }

  private static List<String> leasesIn(String reply) {
    List<String> found = new ArrayList<>();
    Matcher matcher = LEASE.matcher(reply);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
