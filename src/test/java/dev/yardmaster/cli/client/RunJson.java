package dev.yardmaster.cli.client;

import java.util.ArrayList;
import java.util.List;

/** A run as the REST API writes it. */
public final class RunJson {

  private final String id;
  private final String state;
  private String more = "";
  private final List<String> tasks = new ArrayList<>();

  private RunJson(String id, String state) {
    this.id = id;
    this.state = state;
  }

  /** A run that was submitted at 10:00:00. */
  public static RunJson run(String id, String state) {
    return new RunJson(id, state);
  }

  public RunJson endedAfterSeconds(int seconds) {
    more += ", \"ended_at\": \"2026-03-01T10:00:%02d.500Z\"".formatted(seconds);
    return this;
  }

  public RunJson why(String why) {
    more += ", \"why\": \"" + why + "\"";
    return this;
  }

  /** A task that runs, with what is not completed or in work being ready. */
  public RunJson running(String task, long completed, long processing, long total, int alive) {
    return task(task, "running", completed, 0, 0, processing, total, alive, "");
  }

  public RunJson waiting(String task, long total, String code, String text) {
    String waiting = ", \"waiting\": [{\"code\": \"%s\", \"text\": \"%s\"}]".formatted(code, text);
    return task(task, "running", 0, 0, 0, 0, total, 0, waiting);
  }

  public RunJson done(String task, long completed, long failed) {
    return task(task, "done", completed, failed, 0, 0, completed + failed, 0, "");
  }

  public RunJson abandoned(String task, String reason, long completed, long failed, long orphaned) {
    return task(
        task,
        "abandoned",
        completed,
        failed,
        orphaned,
        0,
        completed + failed + orphaned,
        0,
        ", \"reason\": \"" + reason + "\"");
  }

  /** Any task at all. */
  public RunJson task(
      String task,
      String state,
      long completed,
      long failed,
      long orphaned,
      long processing,
      long total,
      int alive,
      String fields) {
    tasks.add(
        """
        {"id": "%s", "state": "%s", "alive": %d, "idle": 0, "max_workers": 2, "starts_allowed": 5,
         "counters": {"total": %d, "ready": %d, "processing": %d, "completed": %d, "failed": %d,
          "orphaned": %d, "pending": 0, "skipped": 0, "worker_starts": 5, "worker_failures": 4,
          "worker_retirements": 0, "worker_restarts": 3}%s}\
        """
            .formatted(
                task,
                state,
                alive,
                total,
                total - completed - failed - orphaned - processing,
                processing,
                completed,
                failed,
                orphaned,
                fields));
    return this;
  }

  @Override
  public String toString() {
    return """
    {"id": "%s", "pipeline": "sky", "state": "%s", "submitted_at": "2026-03-01T10:00:00Z"%s,
     "late_events_dropped": 0, "params": {}, "resources": {"used": {}}, "tasks": [%s]}
    """
        .formatted(id, state, more, String.join(",\n", tasks));
  }

  /** As the client reads it. */
  public RunAnswer read() {
    return Exchange.json().readValue(toString(), RunAnswer.class);
  }
}
