package dev.yardmaster.cli.local;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** The whole service, started in this process. */
public final class EmbeddedService implements AutoCloseable {

  /** The argument that says where the database is; a path follows. */
  public static final String DATA_DIRECTORY = "--yardmaster.data-dir=";

  private static final String WORKERS = "--yardmaster.workers.embedded.count=";

  /** When such a service is closed, its run has ended: a block still in hand is of no use. */
  private static final String STOPS_AT_ONCE = "--yardmaster.workers.embedded.stop-within=0s";

  /** In the progress and, with their causes, at the end; a line for each would bury both. */
  private static final List<String> FAILURES_ARE_REPORTED =
      List.of(
          "--logging.level.dev.yardmaster.worker.command=error",
          "--logging.level.dev.yardmaster.metrics=error");

  /** A service's PostgreSQL, set in the environment, is not where a run of this kind belongs. */
  private static final List<String> DATABASE_OF_ITS_OWN =
      List.of(
          "--spring.datasource.url=${yardmaster.database.file-url}",
          "--spring.datasource.username=sa",
          "--spring.datasource.password=");

  /**
   * What a service here would ask of strangers, and how it would speak to them, is no matter of a
   * run that nobody else can reach.
   */
  private static final List<String> ON_ITS_OWN =
      List.of("--yardmaster.access.tokens=", "--server.ssl.enabled=false");

  private static final String OUTPUT = "--yardmaster.workers.embedded.output-directory=";

  /**
   * What Spring has to say about a failed start is a page of text; {@link StartupProblem} says it
   * in a sentence.
   */
  private static final Map<String, Object> FAILURES_ARE_TOLD_ONCE =
      Map.of(
          "logging.level.org.springframework.boot.SpringApplication", "off",
          "logging.level.org.springframework.boot.diagnostics", "off",
          "logging.level.org.springframework.boot.web.server", "error",
          "logging.level.com.zaxxer.hikari", "off");

  private final ConfigurableApplicationContext context;

  private EmbeddedService(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts it and returns when it answers.
   *
   * @param application the Spring application
   * @param arguments as on the command line, {@code --name=value}
   * @throws StartupProblem if it cannot be started
   */
  public static EmbeddedService start(Class<?> application, List<String> arguments, boolean debug)
      throws StartupProblem {
    SpringApplication spring = new SpringApplication(application);
    spring.setBannerMode(Banner.Mode.OFF);
    spring.setLogStartupInfo(false);
    // Whoever starts it closes it: a hook would run beside that, and fix the exit code.
    spring.setRegisterShutdownHook(false);
    if (!debug) {
      spring.setDefaultProperties(FAILURES_ARE_TOLD_ONCE);
    }
    AtomicReference<@Nullable Environment> environment = new AtomicReference<>();
    spring.addListeners(
        (ApplicationListener<ApplicationEnvironmentPreparedEvent>)
            prepared -> environment.set(prepared.getEnvironment()));
    try {
      return new EmbeddedService(spring.run(arguments.toArray(String[]::new)));
    } catch (RuntimeException failed) {
      throw StartupProblem.of(failed, environment.get());
    }
  }

  /** Arguments for a service that lives as long as one run and speaks only of what is wrong. */
  public static List<String> quietArguments(int port, String dataDirectory, int workers) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--server.address=127.0.0.1");
    arguments.add("--server.port=" + port);
    arguments.add(DATA_DIRECTORY + dataDirectory);
    arguments.addAll(DATABASE_OF_ITS_OWN);
    arguments.addAll(ON_ITS_OWN);
    arguments.add(OUTPUT + dataDirectory + "/output");
    arguments.add(WORKERS + workers);
    arguments.add(STOPS_AT_ONCE);
    arguments.add("--logging.config=classpath:dev/yardmaster/cli/logback-run.xml");
    arguments.add("--logging.level.dev.yardmaster=warn");
    arguments.addAll(FAILURES_ARE_REPORTED);
    arguments.add("--spring.jmx.enabled=false");
    return arguments;
  }

  /** Where it answers, on this machine. */
  public URI url() {
    Environment environment = context.getEnvironment();
    String port = environment.getRequiredProperty("local.server.port");
    String address = environment.getProperty("server.address", "127.0.0.1");
    String host = address.contains(":") ? "[" + address + "]" : address;
    boolean tls = Ssl.isEnabled(context.getBean(ServerProperties.class).getSsl());
    return URI.create((tls ? "https://" : "http://") + host + ":" + port);
  }

  /**
   * Whether its log is for machines, which want no sentence between its lines. An empty setting, as
   * one takes back what an image has set, is for people.
   */
  public boolean logsForMachines() {
    return StringUtils.hasText(
        context.getEnvironment().getProperty("logging.structured.format.console"));
  }

  /** Stops its workers, then closes its database. */
  @Override
  public void close() {
    context.close();
  }
}
