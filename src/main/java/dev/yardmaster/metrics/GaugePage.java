package dev.yardmaster.metrics;

import dev.yardmaster.metrics.Metric.Kind;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gauges while they are gathered; values that share their labels are added up. */
final class GaugePage {

  private final Map<Metric, Map<List<String>, Double>> values = new EnumMap<>(Metric.class);

  void add(Metric metric, double value, String... labels) {
    if (metric.labels().size() != labels.length) {
      throw new IllegalArgumentException(metric + " has the labels " + metric.labels());
    }
    values
        .computeIfAbsent(metric, any -> new LinkedHashMap<>())
        .merge(List.of(labels), value, Double::sum);
  }

  MetricSnapshots snapshots() {
    MetricSnapshots.Builder page = MetricSnapshots.builder();
    values.forEach(
        (metric, points) ->
            page.metricSnapshot(
                metric.kind() == Kind.INFO ? info(metric, points) : gauge(metric, points)));
    return page.build();
  }

  private static InfoSnapshot info(Metric metric, Map<List<String>, Double> points) {
    InfoSnapshot.Builder info = InfoSnapshot.builder().name(metric.stem()).help(metric.help());
    points.forEach(
        (labels, value) ->
            info.dataPoint(
                InfoDataPointSnapshot.builder()
                    .labels(Labels.of(metric.labels(), labels))
                    .build()));
    return info.build();
  }

  private static GaugeSnapshot gauge(Metric metric, Map<List<String>, Double> points) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(metric.stem()).help(metric.help());
    points.forEach(
        (labels, value) ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .value(value)
                    .labels(Labels.of(metric.labels(), labels))
                    .build()));
    return gauge.build();
  }
}
