package dev.yardmaster.document;

import dev.yardmaster.pipeline.ProblemCode;
import dev.yardmaster.pipeline.Words;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads one JSON document, token by token. */
final class JsonText {

  /** Characters of the library's own message; it may repeat half the document. */
  private static final int MAX_SHOWN = 200;

  /** Digits of a number. No field of a document holds one of more than 17. */
  private static final int MAX_NUMBER_LENGTH = 64;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(TreeBuilder.MAX_DEPTH + 1)
                  .maxNumberLength(MAX_NUMBER_LENGTH)
                  .maxNameLength(DocumentReader.MAX_BYTES)
                  .maxStringLength(DocumentReader.MAX_BYTES)
                  .build())
          .build();

  private JsonText() {}

  static void read(String text, TreeBuilder tree) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      read(parser, tree);
    }
  }

  private static void read(JsonParser parser, TreeBuilder tree) {
    try {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        rejectSecond(tree, parser);
        accept(token, parser, tree);
      }
    } catch (JacksonException e) {
      boolean placed = e.getLocation() != null;
      throw UnreadableException.at(
          place(placed ? e.getLocation() : parser.currentLocation()),
          ProblemCode.SYNTAX,
          "this is no JSON: "
              + Words.harmless(e.getOriginalMessage(), MAX_SHOWN)
              + "; check brackets, commas and quotes around here, or send it as YAML");
    }
  }

  private static void rejectSecond(TreeBuilder tree, JsonParser parser) {
    if (tree.root() != null) {
      throw UnreadableException.at(
          place(parser.currentTokenLocation()),
          ProblemCode.SEVERAL_DOCUMENTS,
          "the document has ended and something follows; write one document a file");
    }
  }

  private static void accept(JsonToken token, JsonParser parser, TreeBuilder tree) {
    Place place = place(parser.currentTokenLocation());
    switch (token) {
      case START_OBJECT -> tree.start(true, place);
      case START_ARRAY -> tree.start(false, place);
      case END_OBJECT, END_ARRAY -> tree.end();
      case PROPERTY_NAME -> tree.key(parser.currentName(), place);
      case VALUE_STRING -> tree.scalar(parser.getString(), place);
      case VALUE_NUMBER_INT -> tree.scalar(parser.getNumberValue(), place);
      case VALUE_NUMBER_FLOAT -> tree.scalar(parser.getDoubleValue(), place);
      case VALUE_TRUE -> tree.scalar(true, place);
      case VALUE_FALSE -> tree.scalar(false, place);
      case VALUE_NULL -> tree.scalar(null, place);
      case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("no token of JSON text: " + token);
    }
  }

  /** The library counts columns from 1 as we do; an unknown place is the start. */
  private static Place place(TokenStreamLocation location) {
    return new Place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}
