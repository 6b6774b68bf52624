/**
 * Random histories for the scheduler core, each from one seed: pipelines, workers of every temper,
 * a network that delays, repeats and loses, hosts that come and go, restarts of the service. After
 * every step an {@linkplain dev.yardmaster.scheduler.simulation.oracle oracle} with books of its
 * own compares, and every run has to end.
 */
@NullMarked
package dev.yardmaster.scheduler.simulation;

import org.jspecify.annotations.NullMarked;
