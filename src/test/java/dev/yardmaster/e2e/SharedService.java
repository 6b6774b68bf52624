package dev.yardmaster.e2e;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that do a service no harm one for all of them, since a start takes seconds. Each has
 * to use names of its own for its pipelines. It has four command workers, whatever the machine, and
 * counts a worker as lost after ten seconds.
 */
final class SharedService implements ParameterResolver {

  private static final String KEY = "service";

  /** Both end with the whole test run. */
  private record Shared(Workshop workshop, Service service) implements AutoCloseable {

    static Shared start() {
      Workshop workshop = new Workshop();
      try {
        return new Shared(
            workshop,
            Service.start(
                workshop,
                workshop.directory(),
                "--yardmaster.workers.embedded.count=4",
                "--yardmaster.workers.lost-after=10s"));
      } catch (Throwable failed) {
        workshop.close();
        throw failed;
      }
    }

    @Override
    public void close() {
      workshop.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Service.class;
  }

  @Override
  public Service resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(SharedService.class))
        .computeIfAbsent(KEY, _ -> Shared.start(), Shared.class)
        .service();
  }
}
