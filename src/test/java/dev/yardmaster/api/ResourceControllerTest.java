package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.SharesView;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@HttpTest
class ResourceControllerTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void nothingHeld() {
    service.reset();
  }

  @Test
  void theBudgetSaysWhoHoldsWhatAndWhatIsFree() {
    Resources used = Resources.of(Map.of("cpu", 3L));
    service
        .views()
        .show(
            new ResourcesView(
                Resources.of(Map.of("cpu", 8L, "gpu", 1L)),
                used,
                List.of(new ResourcesView.Holder(Samples.DETECT, 3, used))));

    service
        .views()
        .show(
            new SharesView(
                List.of(
                    new ResourceShare("cpu", 8L, 2, 1, 4, 1L),
                    new ResourceShare("gpu", null, 1, 0, 0, null)),
                Map.of(),
                5,
                3));

    assertThat(mvc.get().uri("/api/v1/resources").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "budget": {"cpu": 8, "gpu": 1},
              "used": {"cpu": 3},
              "free": {"cpu": 5, "gpu": 1},
              "holders": [
                {"run": "deepfield-12", "task": "detect", "alive": 3, "used": {"cpu": 3}}
              ],
              "shares": [
                {"name": "cpu", "budget": 8, "used": 2, "idle": 1, "kept": 4, "free": 1},
                {"name": "gpu", "used": 1, "idle": 0, "kept": 0}
              ],
              "workers_registered": 5,
              "workers_bound": 3
            }
            """);
  }

  @Test
  void withoutABudgetNothingIsBoundedAndSoNothingIsFree() {
    assertThat(mvc.get().uri("/api/v1/resources").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "used": {}, "holders": [], "shares": [],
              "workers_registered": 0, "workers_bound": 0
            }
            """);
  }
}
