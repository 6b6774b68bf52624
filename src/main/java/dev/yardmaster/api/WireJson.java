package dev.yardmaster.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yardmaster.pipeline.Durations;
import java.time.Duration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.type.LogicalType;

/**
 * JSON as it is on the wire: {@code snake_case}, lower-case enums, durations as people write them,
 * times in RFC 3339 UTC, absent instead of null. Reading is strict: an unknown or repeated field, a
 * number in quotes or text without them is an error, for it is a misunderstanding that somebody
 * would otherwise look for at night.
 */
public final class WireJson {

  /** For both directions. */
  public static final JsonMapper MAPPER = mapper();

  private WireJson() {}

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    return JsonMapper.builder(factory)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enumNamingStrategy(EnumNamingStrategies.SNAKE_CASE)
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            config ->
                config
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .addModule(
            new SimpleModule("durations")
                .addSerializer(Duration.class, new DurationWriter())
                .addDeserializer(Duration.class, new DurationReader()))
        .build();
  }

  private static final class DurationWriter extends StdScalarSerializer<Duration> {
    DurationWriter() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator json, SerializationContext context) {
      json.writeString(Durations.format(value));
    }
  }

  private static final class DurationReader extends StdScalarDeserializer<Duration> {
    DurationReader() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser json, DeserializationContext context) {
      String text = json.getValueAsString();
      if (text == null || !json.currentToken().isScalarValue() || json.currentToken().isNumeric()) {
        return (Duration) context.handleUnexpectedToken(Duration.class, json);
      }
      try {
        return Durations.parse(text);
      } catch (IllegalArgumentException wrong) {
        return (Duration)
            context.handleWeirdStringValue(
                Duration.class, text, String.valueOf(wrong.getMessage()));
      }
    }
  }
}
