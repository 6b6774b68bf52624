package dev.yardmaster.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import java.util.Set;

/**
 * Of what the libraries measure, so much as somebody on call needs: the Java process, its disk, the
 * connections to the database, calls, and lines of the log. The rest would make the page longer
 * with every update of a library.
 */
public final class ForeignMeters implements MeterFilter {

  private static final String CALLS = "http.server.requests";

  private static final List<String> WANTED =
      List.of("yardmaster", "jvm.", "process.", "system.", "disk.", "hikaricp.", "logback.events");

  /** Names that Prometheus' own rules for names do not allow. */
  private static final Set<String> MISNAMED =
      Set.of("jvm.compilation.time", "process.cpu.time", "system.cpu.count");

  @Override
  public MeterFilterReply accept(Meter.Id id) {
    String name = id.getName();
    boolean wanted = WANTED.stream().anyMatch(name::startsWith) && !MISNAMED.contains(name);
    return wanted || name.equals(CALLS) ? MeterFilterReply.NEUTRAL : MeterFilterReply.DENY;
  }

  @Override
  public Meter.Id map(Meter.Id id) {
    if (!id.getName().equals(CALLS)) {
      return id;
    }
    String help = "HTTP calls by method, path and status, long polls with the time that they wait.";
    return new Meter.Id(id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), help, id.getType());
  }
}
