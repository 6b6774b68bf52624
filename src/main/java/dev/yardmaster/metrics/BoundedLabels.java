package dev.yardmaster.metrics;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The values that a label may have: who comes first has its own, whoever comes when the places are
 * taken is {@link MetricBounds#OTHER}. May be asked on any thread.
 */
final class BoundedLabels {

  private final int most;
  private final Set<String> admitted = new LinkedHashSet<>();

  BoundedLabels(int most) {
    this.most = most;
  }

  /** The value itself where it has a place or gets one. */
  synchronized String of(String value) {
    String label = shortened(value);
    if (admitted.contains(label)) {
      return label;
    }
    if (admitted.size() < most) {
      admitted.add(label);
      return label;
    }
    return MetricBounds.OTHER;
  }

  /**
   * Gives up the places of values that are gone. Only for gauges: a counter that goes away and
   * comes back would tell of things that did not happen.
   */
  synchronized void keepOnly(Collection<String> present) {
    Set<String> labels = new LinkedHashSet<>();
    present.forEach(value -> labels.add(shortened(value)));
    admitted.retainAll(labels);
  }

  private static String shortened(String value) {
    return value.length() <= MetricBounds.MAX_LABEL
        ? value
        : value.substring(0, MetricBounds.MAX_LABEL);
  }
}
