package dev.yardmaster.dashboard;

import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Whether the scripts of the pages were built into this jar. Where they were not, pages are loaded
 * again every few seconds.
 */
@Component
final class Scripts {

  private final boolean built = new ClassPathResource("static/app/app.js").exists();

  boolean built() {
    return built;
  }
}
