package dev.yardmaster.dashboard;

import dev.yardmaster.api.access.AccessTokens;
import dev.yardmaster.api.access.Doorkeeper;
import dev.yardmaster.api.access.Doorkeeper.Known;
import dev.yardmaster.api.access.Doorkeeper.TooMany;
import dev.yardmaster.api.access.Doorkeeper.Unknown;
import dev.yardmaster.api.access.Sessions;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Lets people in who paste a token, and out again. */
@Hidden
@Controller
class SignInController {

  private final AccessTokens tokens;
  private final Doorkeeper doorkeeper;
  private final Sessions sessions;

  SignInController(AccessTokens tokens, Doorkeeper doorkeeper, Sessions sessions) {
    this.tokens = tokens;
    this.doorkeeper = doorkeeper;
    this.sessions = sessions;
  }

  @GetMapping("/sign-in")
  Object page(
      @RequestParam(name = "to", required = false) @Nullable String to,
      HttpServletRequest request) {
    String target = Target.of(to);
    if (!tokens.configured() || sessions.isSignedIn(request)) {
      return seeOther(target, null);
    }
    return form(target, null, HttpStatus.OK, isFromElsewhere(request));
  }

  /**
   * Who follows a link from elsewhere comes without the cookie. The page loads itself once more,
   * and then the browser sends it.
   */
  private static boolean isFromElsewhere(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    return "cross-site".equals(site) || "same-site".equals(site);
  }

  @PostMapping("/sign-in")
  Object signIn(
      @RequestParam(name = "token", defaultValue = "") String token,
      @RequestParam(name = "to", required = false) @Nullable String to,
      HttpServletRequest request) {
    String target = Target.of(to);
    if (!tokens.configured()) {
      return seeOther(target, null);
    }
    String shown = token.strip();
    if (shown.isEmpty()) {
      return form(target, "Paste a token first.", HttpStatus.UNPROCESSABLE_CONTENT, false);
    }
    return switch (doorkeeper.look(request.getRemoteAddr(), shown)) {
      case Known known -> seeOther(target, sessions.begin(known.token(), request));
      case Unknown _ ->
          form(target, "No token of this service is like that.", HttpStatus.UNAUTHORIZED, false);
      case TooMany _ ->
          form(
              target,
              "No token of this service is like that, and too many wrong ones came from your"
                  + " address. Try again in some seconds.",
              HttpStatus.TOO_MANY_REQUESTS,
              false);
    };
  }

  @PostMapping("/sign-out")
  ResponseEntity<Void> signOut(HttpServletRequest request) {
    return seeOther(tokens.configured() ? "/sign-in" : "/", sessions.end(request));
  }

  private static ModelAndView form(
      String target, @Nullable String wrong, HttpStatus status, boolean again) {
    ModelAndView page = new ModelAndView("sign-in", status);
    page.addObject("to", target);
    page.addObject("wrong", wrong);
    page.addObject("again", again);
    return page;
  }

  /** A path alone: also behind a proxy it leads back to where the browser came from. */
  private static ResponseEntity<Void> seeOther(String path, @Nullable ResponseCookie cookie) {
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(HttpStatus.SEE_OTHER)
            .header(HttpHeaders.LOCATION, path)
            .header(HttpHeaders.CACHE_CONTROL, "no-store");
    return cookie == null
        ? answer.build()
        : answer.header(HttpHeaders.SET_COOKIE, cookie.toString()).build();
  }
}
