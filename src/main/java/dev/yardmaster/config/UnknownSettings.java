package dev.yardmaster.config;

import dev.yardmaster.pipeline.Suggestions;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Refuses a start with settings of the service's own that it does not know. A budget that is
 * misspelt would else be none, and nobody would be told.
 *
 * <p>Looked at are files and the command line. Not the environment, whose names are for other
 * programs too ({@code YARDMASTER_URL} is for workers), nor the properties of the Java machine.
 */
final class UnknownSettings implements BeanFactoryPostProcessor {

  private final ConfigurableEnvironment environment;

  UnknownSettings(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  /**
   * @throws UnknownSettingException that names all of them
   */
  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    KnownSettings known = KnownSettings.load();
    List<String> problems = new ArrayList<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> listed && isForUsAlone(source)) {
        for (String name : listed.getPropertyNames()) {
          ConfigurationPropertyName asWritten = ConfigurationPropertyName.adapt(name, '.');
          if (isOurs(asWritten) && !known.knows(asWritten)) {
            problems.add(problem(name, asWritten, OriginLookup.getOrigin(source, name), known));
          }
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new UnknownSettingException(problems);
    }
  }

  private static boolean isForUsAlone(PropertySource<?> source) {
    return !source.getName().equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)
        && !source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
  }

  private static boolean isOurs(ConfigurationPropertyName name) {
    return ConfigurationPropertyName.of(KnownSettings.ROOT).isAncestorOf(name);
  }

  private static String problem(
      String name, ConfigurationPropertyName asWritten, Origin origin, KnownSettings known) {
    String where = origin == null ? "" : " (" + origin + ")";
    String meant =
        Suggestions.spelledLike(KnownSettings.plain(asWritten), known.names())
            .map(found -> "; did you mean " + found + "?")
            .orElse("");
    return name + where + meant;
  }
}
