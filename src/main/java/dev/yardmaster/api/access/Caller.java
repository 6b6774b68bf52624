package dev.yardmaster.api.access;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Who calls, for as long as the call takes. */
final class Caller extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  /** What Spring Security puts before a role, so that {@code isUserInRole("VIEW")} finds it. */
  private static final String ROLE = "ROLE_";

  private final transient AccessToken token;

  Caller(AccessToken token) {
    super(token.roles().stream().map(Caller::authority).map(SimpleGrantedAuthority::new).toList());
    this.token = token;
    setAuthenticated(true);
  }

  static String authority(Role role) {
    return ROLE + role.name();
  }

  AccessToken token() {
    return token;
  }

  @Override
  public String getName() {
    return token.name();
  }

  @Override
  public String getPrincipal() {
    return token.name();
  }

  /** Nobody needs them any more. */
  @Override
  public @Nullable Object getCredentials() {
    return null;
  }
}
