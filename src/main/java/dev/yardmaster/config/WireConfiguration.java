package dev.yardmaster.config;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.KnownQueryParameters;
import dev.yardmaster.api.ParamOverrides;
import dev.yardmaster.api.WireEnums;
import dev.yardmaster.api.WireJson;
import dev.yardmaster.pipeline.Durations;
import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.yaml.JacksonYamlHttpMessageConverter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** How values travel: JSON alone, as {@link WireJson} has it. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration implements WebMvcConfigurer {

  @Override
  public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
    builder.withJsonConverter(new JacksonJsonHttpMessageConverter(WireJson.MAPPER));
    // The YAML reader is on the class path for pipelines, which are read as bytes; nothing else
    // comes or goes as YAML.
    builder.configureMessageConvertersList(
        converters -> converters.removeIf(JacksonYamlHttpMessageConverter.class::isInstance));
  }

  @Override
  public void addFormatters(FormatterRegistry registry) {
    registry.addConverterFactory(new WireEnums());
    registry.addConverter(String.class, Duration.class, Durations::parse);
    registry.addConverter(String.class, ParamOverrides.class, pair -> ParamOverrides.parse(pair));
    registry.addConverter(String[].class, ParamOverrides.class, ParamOverrides::parse);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new KnownQueryParameters()).addPathPatterns(ApiPaths.BASE + "/**");
  }
}
