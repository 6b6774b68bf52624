package dev.yardmaster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@HttpTest
class WorkerListControllerTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void twoWorkers() {
    service.reset();
    service.views().show(Samples.worker(7, "gpu-1", Samples.DETECT));
    service.views().show(Samples.worker(9, "gpu-2", null));
  }

  @Test
  void eachSaysWhereItIsWhatItOffersAndWhatItIsBoundTo() {
    assertThat(mvc.get().uri("/api/v1/workers").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "workers": [
                {
                  "id": "w-7", "name": "worker-7", "host": "gpu-1", "kind": "command",
                  "tags": ["gpu", "linux"], "asking": false,
                  "binding": {
                    "id": "b-107", "run": "deepfield-12", "task": "detect",
                    "since": "2026-03-01T12:00:00Z"
                  },
                  "leases": 1, "registered_at": "2026-03-01T11:59:00Z", "silent_for": "1500ms"
                },
                {
                  "id": "w-9", "name": "worker-9", "host": "gpu-2", "kind": "command",
                  "tags": ["gpu", "linux"], "asking": true, "leases": 0,
                  "registered_at": "2026-03-01T11:59:00Z", "silent_for": "1500ms"
                }
              ]
            }
            """);
  }

  @Test
  void workersArePaged() {
    assertThat(mvc.get().uri("/api/v1/workers?limit=1").exchange())
        .bodyJson()
        .hasPathSatisfying(
            "$.workers[*].id", ids -> ids.assertThat().asArray().containsExactly("w-7"))
        .hasPathSatisfying("$.next", next -> next.assertThat().isEqualTo("w-7"));
    assertThat(mvc.get().uri("/api/v1/workers?limit=1&after=w-7").exchange())
        .bodyJson()
        .hasPathSatisfying(
            "$.workers[*].id", ids -> ids.assertThat().asArray().containsExactly("w-9"))
        .doesNotHavePath("$.next");
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "limit=x", "after=ada", "tag=gpu"})
  void nonsenseInTheQueryIsRefused(String query) {
    assertThat(mvc.get().uri("/api/v1/workers?" + query).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }
}
