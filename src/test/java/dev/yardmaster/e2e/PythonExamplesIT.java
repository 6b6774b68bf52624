package dev.yardmaster.e2e;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The examples' own tests, which need Python and nothing else. */
class PythonExamplesIT {

  @RegisterExtension private final Workshop workshop = new Workshop();

  @Test
  void theTestsOfTheExamplesPass() {
    workshop
        .start(
            Project.directory(),
            Map.of("PYTHONDONTWRITEBYTECODE", "1"),
            List.of("python3", "-m", "unittest", "discover", "examples/tests"))
        .ends(0);
  }
}
