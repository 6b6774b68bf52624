package dev.yardmaster.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option {@code --param}. */
final class ParamOptions {

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "Replaces a value of the pipeline's params; may be given many times.")
  private List<String> params = new ArrayList<>();

  /**
   * By name, in the order given; the last one wins.
   *
   * @throws BadInputException if one is not of the form {@code name=value}
   */
  Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String param : params) {
      int equals = param.indexOf('=');
      if (equals < 1) {
        throw new BadInputException(
            "--param " + param + ": give a name and a value, such as --param threshold=80");
      }
      values.put(param.substring(0, equals), param.substring(equals + 1));
    }
    return values;
  }
}
