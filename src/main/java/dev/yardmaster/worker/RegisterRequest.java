package dev.yardmaster.worker;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A worker introduces itself.
 *
 * @param name a label; two workers may share one
 * @param host the machine; workers with the same label share one
 * @param tags what it offers; none where absent
 * @param kind client (the default) brings its own code, command runs what tasks name
 * @param run the only run it is for, if any
 * @param task the only task of that run it is for, if any
 * @param launchToken what the launcher gave it, if one started it
 */
@Schema(
    name = "RegisterWorker",
    requiredProperties = {"name", "host"})
record RegisterRequest(
    @Nullable String name,
    @Nullable String host,
    @Nullable List<@Nullable String> tags,
    @Nullable WorkerKind kind,
    @Nullable String run,
    @Nullable String task,
    @Nullable String launchToken) {

  Command.RegisterWorker command(String tokenDigest) {
    Checks checks = new Checks();
    String checkedName = checks.text(name, "/name", WorkerLimits.MAX_NAME);
    String checkedHost = checks.text(host, "/host", WorkerLimits.MAX_HOST);
    SortedSet<String> checkedTags = checkedTags(checks);
    checks.require(
        task == null || run != null, "/run", "missing_field", "must be there with a task");
    checks.finish();
    return new Command.RegisterWorker(
        checkedName,
        checkedHost,
        kind == null ? WorkerKind.CLIENT : kind,
        checkedTags,
        run == null ? null : new RunId(run),
        task,
        null,
        tokenDigest);
  }

  private SortedSet<String> checkedTags(Checks checks) {
    List<@Nullable String> given = tags == null ? List.of() : tags;
    checks.require(
        given.size() <= WorkerLimits.MAX_TAGS,
        "/tags",
        "too_many",
        "must be at most " + WorkerLimits.MAX_TAGS + ", but are " + given.size());
    SortedSet<String> checked = new TreeSet<>();
    for (int i = 0; i < Math.min(given.size(), WorkerLimits.MAX_TAGS); i++) {
      checked.add(checks.text(given.get(i), "/tags/" + i, WorkerLimits.MAX_TAG));
    }
    return checked;
  }
}
