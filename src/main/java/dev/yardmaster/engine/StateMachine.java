package dev.yardmaster.engine;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.OptionalLong;

/** What the engine needs of the scheduler, and tests can put in its place. */
interface StateMachine extends Journal.Rebuild {

  /** Decides and applies. An exception is a bug after which the state may be half changed. */
  Decision execute(Command command, Moment now);

  /** What belongs to no run, as plain data. */
  ServiceSnapshot snapshotService();

  /** A run that exists, as plain data. */
  RunSnapshot snapshotRun(RunId run);

  /** Service time at which a {@link Command.Tick} is due. */
  OptionalLong nextDeadline();

  /**
   * @throws IllegalStateException if one does not hold
   */
  void checkInvariants();

  /** The document of a run that exists. */
  Pipeline pipeline(RunId run);

  /** The present row of a task that exists. */
  Journal.TaskRow taskRow(TaskId task);

  /** The present row of a run that exists. */
  Journal.RunRow runRow(RunId run);
}
