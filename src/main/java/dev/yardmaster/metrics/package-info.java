/**
 * What somebody who watches over the service sees at {@code /actuator/prometheus}, and the lines of
 * the log that tell of rare facts.
 *
 * <p>Counters and durations follow committed batches, on a thread of their own. What stands at the
 * moment is looked at when somebody asks, at most once a second, between two batches. All names are
 * in {@code Metric}, all bounds in {@code MetricBounds}. Nothing is decided here.
 */
@NullMarked
package dev.yardmaster.metrics;

import org.jspecify.annotations.NullMarked;
