package dev.yardmaster.dashboard;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Lets each page know who looks at it. */
@ControllerAdvice(assignableTypes = PageController.class)
class VisitorAdvice {

  /** The name of the token; null where nobody had to sign in. */
  @ModelAttribute("visitor")
  @Nullable String visitor(HttpServletRequest request) {
    Principal who = request.getUserPrincipal();
    return who == null ? null : who.getName();
  }

  /** What the service would refuse is not offered. */
  @ModelAttribute("maySubmit")
  boolean maySubmit(HttpServletRequest request) {
    return request.getUserPrincipal() == null
        || request.isUserInRole("SUBMIT")
        || request.isUserInRole("ADMIN");
  }
}
