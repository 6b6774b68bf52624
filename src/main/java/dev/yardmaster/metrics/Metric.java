package dev.yardmaster.metrics;

import java.util.List;

/**
 * Every metric of the service's own: its name, what it measures, and the labels that it has. The
 * names are what dashboards, alerts and people's queries rely on: add, do not rename.
 */
enum Metric {
  READY(
      Kind.GAUGE,
      "yardmaster_ready",
      "1 where calls are answered: the state is there, the database stores what is decided, and the"
          + " present commit has not taken more than 2 s. 0 from a failed commit until the state is"
          + " rebuilt: the database is away or refuses."),
  MAILBOX_DEPTH(
      Kind.GAUGE,
      "yardmaster_mailbox_depth",
      "Requests that wait for the scheduler at the moment."),
  MAILBOX_CAPACITY(
      Kind.GAUGE,
      "yardmaster_mailbox_capacity",
      "Requests that may wait; whoever comes beyond is answered 503."),
  COMMITS_WAITING(
      Kind.GAUGE,
      "yardmaster_commits_waiting",
      "Batches that are decided and not yet stored, the one being stored included."),
  COMMIT_OPEN(
      Kind.GAUGE,
      "yardmaster_commit_open_seconds",
      "How long the commit that is going on has taken so far; 0 where none is."),
  LIVE_CLIENTS(
      Kind.GAUGE,
      "yardmaster_live_clients",
      "Open pages and programs that watch over a WebSocket."),
  BUILD_INFO(
      Kind.INFO, "yardmaster_build_info", "Always 1; its labels say what is running.", "version"),

  PICTURE_AGE(
      Kind.GAUGE,
      "yardmaster_picture_age_seconds",
      "Age of the picture of the state that the gauges of resources, workers and waiting tasks are"
          + " taken from. More than some seconds: the scheduler or its database does not answer,"
          + " and these gauges are old."),
  RESOURCE_BUDGET(
      Kind.GAUGE,
      "yardmaster_resource_budget",
      "The service's budget of a resource; resources that it does not bound have none.",
      Label.RESOURCE),
  RESOURCE_USED(
      Kind.GAUGE,
      "yardmaster_resource_used",
      "Held by workers that have blocks in their hands. Used, idle, kept and what is free are the"
          + " budget.",
      Label.RESOURCE),
  RESOURCE_IDLE(
      Kind.GAUGE,
      "yardmaster_resource_idle",
      "Held by workers that are at a task and have no blocks just now: they ask, start or end.",
      Label.RESOURCE),
  RESOURCE_KEPT(
      Kind.GAUGE,
      "yardmaster_resource_kept",
      "Held by nobody, and kept for tasks that have waited long.",
      Label.RESOURCE),
  WORKERS(
      Kind.GAUGE,
      "yardmaster_workers",
      "Registered workers by their tags and by what they do: working (at a task, with blocks), idle"
          + " (at a task, without), ending (told to leave its task), asking (at no task), silent"
          + " (at no task, and not asking).",
      Label.TAGS,
      Label.STATE),
  TASKS_WAITING(
      Kind.GAUGE,
      "yardmaster_tasks_waiting",
      "Tasks of running runs that get no further worker, by the reason that the page of the task"
          + " gives. A task with two reasons is counted with each.",
      Label.PIPELINE,
      Label.CODE),

  RUNS_RUNNING(Kind.GAUGE, "yardmaster_runs_running", "Runs that have not ended.", Label.PIPELINE),
  BLOCKS(
      Kind.GAUGE,
      "yardmaster_blocks",
      "Blocks of running runs that are not settled: pending (wait for other tasks), ready (may be"
          + " given out), processing (in a worker's hands: a lease each).",
      Label.PIPELINE,
      Label.TASK,
      Label.STATE),
  BINDINGS(
      Kind.GAUGE,
      "yardmaster_bindings",
      "Workers given to tasks of running runs, those that start and end included.",
      Label.PIPELINE,
      Label.TASK),

  RUNS_SUBMITTED(
      Kind.COUNTER, "yardmaster_runs_submitted_total", "Runs that were submitted.", Label.PIPELINE),
  RUNS_ENDED(
      Kind.COUNTER,
      "yardmaster_runs_ended_total",
      "Runs that ended, by how: succeeded, failed, cancelled.",
      Label.PIPELINE,
      Label.STATE),
  BLOCKS_LEASED(
      Kind.COUNTER,
      "yardmaster_blocks_leased_total",
      "Blocks that were given out; a block that is tried again counts again.",
      Label.PIPELINE,
      Label.TASK),
  BLOCKS_SETTLED(
      Kind.COUNTER,
      "yardmaster_blocks_settled_total",
      "Blocks that met their end: completed, skipped (done before the run began), failed (out of"
          + " retries), orphaned (never to be done).",
      Label.PIPELINE,
      Label.TASK,
      Label.OUTCOME),
  BLOCK_RETRIES(
      Kind.COUNTER,
      "yardmaster_block_retries_total",
      "Attempts at blocks that failed and are made again.",
      Label.PIPELINE,
      Label.TASK),
  WORKER_STARTS(
      Kind.COUNTER,
      "yardmaster_worker_starts_total",
      "Workers given to a task, or started for it.",
      Label.PIPELINE,
      Label.TASK),
  WORKER_FAILURES(
      Kind.COUNTER,
      "yardmaster_worker_failures_total",
      "Workers that died at a task, were lost, or are counted as if.",
      Label.PIPELINE,
      Label.TASK),
  WORKER_RESTARTS(
      Kind.COUNTER,
      "yardmaster_worker_restarts_total",
      "Worker starts beyond the task's max_workers, which take the place of workers that failed or"
          + " left.",
      Label.PIPELINE,
      Label.TASK),
  WORKER_RETIREMENTS(
      Kind.COUNTER,
      "yardmaster_worker_retirements_total",
      "Workers that the scheduler took from a task for another one's sake.",
      Label.PIPELINE,
      Label.TASK),
  TASKS_ABANDONED(
      Kind.COUNTER,
      "yardmaster_tasks_abandoned_total",
      "Tasks that were given up, by why: restart_cap_exhausted, upstream_abandoned, cancelled.",
      Label.PIPELINE,
      Label.TASK,
      Label.REASON),
  COMMIT_FAILURES(
      Kind.COUNTER,
      "yardmaster_commit_failures_total",
      "Commits that failed; after each the state is rebuilt, and calls are answered 503 until"
          + " then."),
  REBUILDS(
      Kind.COUNTER,
      "yardmaster_rebuilds_total",
      "How often the state was built again from the database while the service ran."),

  QUEUE(
      Kind.HISTOGRAM,
      "yardmaster_task_queue_seconds",
      "Time in queue, once a task: from the moment its first block was ready until its first block"
          + " was given out. In time of the service, which stands still while the database is away."
          + " Tasks that were already waiting when the service started are left out.",
      Label.PIPELINE),
  BLOCK_DURATION(
      Kind.HISTOGRAM,
      "yardmaster_block_duration_seconds",
      "Once an attempt: from the moment a block was given out until its result was accepted, good"
          + " or bad; of several blocks given out together each counts from then on. Attempts whose"
          + " worker died, and those given out before the service started, are left out.",
      Label.PIPELINE,
      Label.TASK),
  COMMIT(
      Kind.HISTOGRAM,
      "yardmaster_commit_seconds",
      "Once a batch: how long the database took to store it."),
  DISPATCH(
      Kind.HISTOGRAM,
      "yardmaster_dispatch_seconds",
      "Once an answer that gives out blocks: from the arrival of the oldest request that was"
          + " decided in the same batch, such as the result that made the blocks ready, until the"
          + " answer was stored and could leave. So waiting in the mailbox, deciding and storing"
          + " are in it; the time that a worker waited without there being blocks is not.");

  /** How its values are to be read. */
  enum Kind {
    GAUGE,
    INFO,
    COUNTER,
    HISTOGRAM
  }

  /** The names of the labels. There is none for a run, a worker or a block. */
  static final class Label {
    static final String PIPELINE = "pipeline";
    static final String TASK = "task";
    static final String RESOURCE = "resource";
    static final String TAGS = "tags";
    static final String STATE = "state";
    static final String OUTCOME = "outcome";
    static final String REASON = "reason";
    static final String CODE = "code";

    private Label() {}
  }

  private final Kind kind;
  private final String title;
  private final String help;
  private final List<String> labels;

  Metric(Kind kind, String title, String help, String... labels) {
    this.kind = kind;
    this.title = title;
    this.help = help;
    this.labels = List.of(labels);
  }

  Kind kind() {
    return kind;
  }

  /** As Prometheus and people know it. */
  String title() {
    return title;
  }

  /** One or more sentences for people. */
  String help() {
    return help;
  }

  List<String> labels() {
    return labels;
  }

  /** As the libraries want it, which add the ending that goes with the kind. */
  String stem() {
    return switch (kind) {
      case GAUGE -> title;
      case INFO -> without("_info");
      case COUNTER -> without("_total");
      case HISTOGRAM -> without("_seconds");
    };
  }

  private String without(String ending) {
    return title.substring(0, title.length() - ending.length());
  }
}
