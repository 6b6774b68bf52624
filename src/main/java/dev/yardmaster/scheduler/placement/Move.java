package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;

/**
 * The task of a binding goes on with another worker.
 *
 * <p>Some moves help only together: each but the first takes the worker that the one before it
 * leaves. Such a chain changes two loads alone, those of {@code from} and {@code to}. Whoever
 * carries out a chain move by move, while loads change, can tell that it still helps by these two:
 * {@code from} has more bindings than {@code to}, or as many once a move to {@code to} is done.
 *
 * @param binding the binding that ends; it is in no other move of its plan
 * @param target a worker that may serve the task, and that is free or was left by the binding of an
 *     earlier move of the plan
 * @param from the host that has one binding fewer after this move and those that it helps; for a
 *     move on its own, where the binding is
 * @param to the host that has one more then; for a move on its own, where the target is
 */
public record Move(BindingId binding, WorkerId target, String from, String to) {}
