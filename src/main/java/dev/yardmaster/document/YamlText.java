package dev.yardmaster.document;

import dev.yardmaster.pipeline.ProblemCode;
import dev.yardmaster.pipeline.Words;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads one YAML 1.2 document. Only the parser's events are used, never its object construction, so
 * that nothing in a document can name a class, and so that bounds hold before memory is spent.
 */
final class YamlText {

  /** Characters of the library's own message; it may repeat half the document. */
  private static final int MAX_SHOWN = 200;

  /** Aliases a document. More than any person writes. */
  private static final int MAX_ALIASES = 10_000;

  private final String text;
  private final TreeBuilder tree;
  private final Map<Anchor, TreeBuilder.Item> anchors = new HashMap<>();
  private final Map<Integer, Anchor> openAnchors = new HashMap<>();
  private final LoadSettings settings =
      LoadSettings.builder()
          .setSchema(YamlScalars.SCHEMA)
          .setCodePointLimit(DocumentReader.MAX_BYTES)
          .build();
  private Place lastPlace = new Place(1, 1);
  private int depth;
  private int aliases;
  private int documents;

  private YamlText(String text, TreeBuilder tree) {
    this.text = text;
    this.tree = tree;
  }

  static void read(String text, TreeBuilder tree) {
    new YamlText(text, tree).read();
  }

  private void read() {
    Iterator<Event> events = new Parse(settings).parseString(text).iterator();
    for (Event event = next(events); event != null; event = next(events)) {
      lastPlace = event.getStartMark().map(YamlText::place).orElse(lastPlace);
      accept(event, lastPlace);
    }
  }

  /** The next event, or null at the end. All that the library throws, it throws here. */
  private @Nullable Event next(Iterator<Event> events) {
    try {
      return events.hasNext() ? events.next() : null;
    } catch (MarkedYamlEngineException e) {
      throw syntax(e.getProblemMark().map(YamlText::place).orElse(lastPlace), e.getProblem());
    } catch (ReaderException e) {
      throw syntax(placeOf(e.getPosition()), "a character that YAML does not allow");
    } catch (YamlEngineException e) {
      throw syntax(lastPlace, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Some escapes beyond Unicode reach the JDK unchecked.
      throw syntax(lastPlace, "an escape after here that stands for no character");
    }
  }

  private void accept(Event event, Place place) {
    switch (event.getEventId()) {
      case DocumentStart -> startDocument(place);
      case MappingStart, SequenceStart -> start((CollectionStartEvent) event, place);
      case MappingEnd, SequenceEnd -> end();
      case Scalar -> scalar((ScalarEvent) event, place);
      case Alias -> alias((AliasEvent) event, place);
      case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
    }
  }

  private void startDocument(Place place) {
    documents++;
    if (documents > 1) {
      throw UnreadableException.at(
          place,
          ProblemCode.SEVERAL_DOCUMENTS,
          "a second document begins here; write one document a file");
    }
  }

  private void start(CollectionStartEvent event, Place place) {
    rejectTag(event.getTag(), place);
    if (tree.awaitsKey()) {
      throw unsupported(place, "a key that is a list or an object; write text");
    }
    tree.start(event instanceof MappingStartEvent, place);
    depth++;
    event.getAnchor().ifPresent(anchor -> openAnchors.put(depth, anchor));
  }

  private void end() {
    TreeBuilder.Item item = tree.end();
    Anchor anchor = openAnchors.remove(depth);
    depth--;
    if (anchor != null) {
      anchors.put(anchor, item);
    }
  }

  private void scalar(ScalarEvent event, Place place) {
    boolean isText = event.getTag().filter(YamlScalars::isTextTag).isPresent();
    if (!isText) {
      rejectTag(event.getTag(), place);
    }
    if (tree.awaitsKey()) {
      key(event, place);
      return;
    }
    boolean plain = event.isPlain() && !isText;
    Object value = plain ? YamlScalars.value(event.getValue()) : event.getValue();
    TreeBuilder.Item item = tree.scalar(value, place);
    event.getAnchor().ifPresent(anchor -> anchors.put(anchor, item));
  }

  private void key(ScalarEvent event, Place place) {
    if (event.isPlain() && event.getValue().equals("<<")) {
      throw unsupported(
          place, "a merge key (<<), which YAML 1.2 does not have; write the fields out");
    }
    if (event.getAnchor().isPresent()) {
      throw unsupported(place, "an anchor on a key; put it on a value");
    }
    tree.key(event.getValue(), place);
  }

  private void alias(AliasEvent event, Place place) {
    aliases++;
    if (aliases > MAX_ALIASES) {
      throw UnreadableException.at(
          place, ProblemCode.TOO_COMPLEX, "more than " + MAX_ALIASES + " aliases; repeat less");
    }
    if (tree.awaitsKey()) {
      throw unsupported(place, "an alias as a key; write the key out");
    }
    TreeBuilder.Item item = anchors.get(event.getAlias());
    if (item == null) {
      String name = Words.quoted("*" + event.getAlias().getValue());
      throw unsupported(
          place, "the alias " + name + " without its anchor before it; define that first");
    }
    tree.repeat(item, place);
  }

  private static void rejectTag(Optional<String> tag, Place place) {
    tag.ifPresent(
        name -> {
          throw unsupported(
              place, "the tag " + Words.quoted(name) + "; leave it out, quotes make a value text");
        });
  }

  private static UnreadableException unsupported(Place place, String what) {
    return UnreadableException.at(
        place, ProblemCode.UNSUPPORTED_YAML, "no pipeline may have " + what);
  }

  private static UnreadableException syntax(Place place, @Nullable String problem) {
    String what = Words.harmless(String.valueOf(problem), MAX_SHOWN);
    return UnreadableException.at(
        place,
        ProblemCode.SYNTAX,
        "this is no YAML: "
            + what
            + "; check indentation (blanks, no tabs) and quotes around here");
  }

  private static Place place(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** Where the character with this number is. */
  private Place placeOf(int position) {
    int end = text.offsetByCodePoints(0, Math.min(position, text.codePointCount(0, text.length())));
    String before = text.substring(0, end);
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    return new Place(line, before.codePointCount(lineStart, before.length()) + 1);
  }
}
