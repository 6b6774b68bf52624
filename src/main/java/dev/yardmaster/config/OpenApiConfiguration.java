package dev.yardmaster.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.yardmaster.api.problem.ProblemDocument;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the document at {@code /v3/api-docs} say what is on the wire. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

  static {
    SpringDocUtils.getConfig().replaceWithClass(Duration.class, String.class);
  }

  private static final String ACCESS = "access";

  private static final Map<String, String> FAILURES =
      Map.of(
          "4XX", "The request is wrong or refused; code, detail and remedy say why",
          "503", "The service is busy or its database away; try again after Retry-After");

  private static final Map<String, String> REFUSALS =
      Map.of(
          "401", "The service wants an access token, and this is none",
          "403", "The access token is not for this; or the call comes from where none may come",
          "429", "Too many wrong access tokens came from there; try again after Retry-After");

  private static final Map<String, String> OF_WORKERS =
      Map.of("401", "The worker's own token is missing, or another's");

  @Bean
  OpenAPI description() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Yardmaster")
                .version("v1")
                .description(
                    "Runs block-wise pipelines under a resource budget, and says why a task waits."
                        + " Durations are written 30s, 10m, 2h or PT1H30M, times in RFC 3339 UTC."
                        + " Unknown fields and parameters are errors. Every failure is answered"
                        + " with a problem document (RFC 9457) whose code is stable.")
                .license(new License().name("Apache-2.0")))
        .schemaRequirement(
            ACCESS,
            new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .description(
                    "A token of yardmaster.access.tokens, where the service has any; browsers that"
                        + " have signed in send a cookie instead"))
        // Either nothing or a token: whether the service has tokens is its configuration's matter.
        .addSecurityItem(new SecurityRequirement())
        .addSecurityItem(new SecurityRequirement().addList(ACCESS))
        .schemaRequirement(
            "worker",
            new SecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme("bearer")
                .description("The token that a worker gets when it registers"));
  }

  /** Every call can be refused with a problem document. */
  @Bean
  OpenApiCustomizer problems() {
    return api -> {
      ModelConverters.getInstance()
          .readAll(ProblemDocument.class)
          .forEach(api.getComponents()::addSchemas);
      api.getPaths()
          .values()
          .forEach(path -> path.readOperations().forEach(OpenApiConfiguration::addProblems));
    };
  }

  private static void addProblems(Operation operation) {
    ApiResponses responses = operation.getResponses();
    Content content =
        new Content()
            .addMediaType(
                ProblemDocument.MEDIA_TYPE,
                new MediaType()
                    .schema(new Schema<>().$ref("#/components/schemas/ProblemDocument")));
    responses.forEach(
        (status, response) -> {
          if (status.startsWith("4")) {
            response.content(content);
          }
        });
    add(responses, FAILURES, content);
    add(responses, isOfWorker(operation) ? OF_WORKERS : REFUSALS, content);
  }

  private static boolean isOfWorker(Operation operation) {
    List<SecurityRequirement> own = operation.getSecurity();
    return own != null && own.stream().noneMatch(one -> one.isEmpty() || one.containsKey(ACCESS));
  }

  private static void add(ApiResponses responses, Map<String, String> more, Content content) {
    more.forEach(
        (status, text) ->
            responses.addApiResponse(status, new ApiResponse().description(text).content(content)));
  }

  /** Swagger has a Jackson of its own, which knows nothing of the one that writes the replies. */
  @Bean
  ModelResolver modelResolver() {
    return new WireModelResolver(
        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
  }

  private static final class WireModelResolver extends ModelResolver {

    WireModelResolver(ObjectMapper mapper) {
      super(mapper);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as the overridden method has it
    protected Schema _createSchemaForEnum(Class<Enum<?>> type) {
      Schema schema = super._createSchemaForEnum(type);
      List<Object> names = schema.getEnum();
      schema.setEnum(names.stream().map(name -> name.toString().toLowerCase(Locale.ROOT)).toList());
      return schema;
    }
  }
}
