package dev.yardmaster.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What one logger says, kept instead of printed: it is expected, and nobody should look at it. */
public final class CapturedLog implements AutoCloseable {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final @Nullable Level level;

  public CapturedLog(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    level = logger.getLevel();
    if (!logger.isInfoEnabled()) {
      // An application that another test started may have made it quieter.
      logger.setLevel(Level.INFO);
    }
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
  }

  /** Each message, with that of its exception. */
  public List<String> lines() {
    return List.copyOf(lines.list).stream().map(CapturedLog::line).toList();
  }

  private static String line(ILoggingEvent event) {
    var cause = event.getThrowableProxy();
    return event.getFormattedMessage() + (cause == null ? "" : " " + cause.getMessage());
  }

  @Override
  public void close() {
    logger.setLevel(level);
    logger.detachAppender(lines);
    logger.setAdditive(true);
  }
}
