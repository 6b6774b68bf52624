package dev.yardmaster.config;

import dev.yardmaster.api.LongPolls;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets nobody's long poll hold up the end of the service. */
@Configuration(proxyBeanMethods = false)
class LongPollsConfiguration {

  @Bean
  LongPolls longPolls() {
    return new LongPolls();
  }

  @Bean
  SmartLifecycle longPollsLifecycle(LongPolls polls) {
    return new EndBeforeTheServer(polls);
  }

  private static final class EndBeforeTheServer implements SmartLifecycle {

    /** After the workers inside the service, before the server, which waits for open calls. */
    private static final int PHASE = DEFAULT_PHASE - 768;

    private final LongPolls polls;
    private volatile boolean running;

    EndBeforeTheServer(LongPolls polls) {
      this.polls = polls;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      polls.end();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return PHASE;
    }
  }
}
