package dev.yardmaster.cli;

import dev.yardmaster.api.access.AccessToken;
import dev.yardmaster.api.access.AccessTokenException;
import dev.yardmaster.api.access.Role;
import dev.yardmaster.api.access.TokenHash;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes an access token. */
@Command(
    name = "token",
    description = {
      "Makes an access token: prints it, and what to put into the service's configuration for it.",
      "",
      "The token is kept nowhere, and is shown this once. Roles: view (look), submit (look, start"
          + " and cancel runs), work (register workers), admin (all of it)."
    })
final class TokenCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "somebody",
      description = "Who gets it, for audit trails; ${DEFAULT-VALUE} if left out.")
  private String name = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      split = ",",
      defaultValue = "view",
      description = "What for: view, submit, work, admin, or several; view if left out.")
  private List<String> roles = List.of();

  TokenCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    String token = AccessToken.create(new SecureRandom());
    surroundings.print(
        List.of(
            "The token, which is shown this once:",
            "",
            token,
            "",
            "For the service's configuration (application.yaml), which needs no more than this:",
            "",
            "yardmaster:",
            "  access:",
            "    tokens:",
            "      - name: " + quoted(checkedName()),
            "        roles: [" + words(checkedRoles()) + "]",
            "        hash: \"" + TokenHash.of(token).text() + "\""));
    return ExitCode.SUCCEEDED.code();
  }

  private String checkedName() {
    try {
      return AccessToken.name("--name", name);
    } catch (AccessTokenException wrong) {
      throw new BadInputException(String.valueOf(wrong.getMessage()));
    }
  }

  private Set<Role> checkedRoles() {
    try {
      return AccessToken.roles("--role", roles);
    } catch (AccessTokenException wrong) {
      throw new BadInputException(String.valueOf(wrong.getMessage()));
    }
  }

  /** YAML would read some names as numbers, and one as false. */
  private static String quoted(String name) {
    return '"' + name + '"';
  }

  private static String words(Set<Role> roles) {
    return roles.stream().sorted().map(Role::word).collect(Collectors.joining(", "));
  }
}
