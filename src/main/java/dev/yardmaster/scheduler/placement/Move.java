package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;

/**
 * The task of a binding goes on with another worker.
 *
 * @param binding the binding that ends; it is in no other move of its plan
 * @param target a worker that may serve the task, and that is free or was left by the binding of an
 *     earlier move of the plan
 */
public record Move(BindingId binding, WorkerId target) {}
