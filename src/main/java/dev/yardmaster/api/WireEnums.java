package dev.yardmaster.api;

import java.util.Arrays;
import java.util.Locale;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;

/** Enums in query parameters, written as in JSON: in lower case. */
public final class WireEnums implements ConverterFactory<String, Enum<?>> {

  @Override
  public <T extends Enum<?>> Converter<String, T> getConverter(Class<T> type) {
    return text ->
        Arrays.stream(type.getEnumConstants())
            .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("none of the words for it"));
  }
}
