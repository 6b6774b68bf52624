package dev.yardmaster.api;

import dev.yardmaster.engine.Views;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the service's budget. */
@Tag(name = "Service")
@RestController
class ResourceController {

  private final Views views;

  ResourceController(Views views) {
    this.views = views;
  }

  @Operation(summary = "Show the service's budget, what is used of it, and by whom")
  @GetMapping(ApiPaths.BASE + "/resources")
  ResourcesReply resources() {
    return ResourcesReply.of(views.resources(), views.shares(List.of()));
  }
}
