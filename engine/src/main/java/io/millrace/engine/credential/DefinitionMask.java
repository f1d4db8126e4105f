package io.millrace.engine.credential;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.engine.credential.CredentialFinder.CredentialPart;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Shows a document without its credentials. It replaces only their values: comments, order and
 * blanks stay. A document that cannot be parsed is not shown at all.
 */
public final class DefinitionMask {
  /** The path to the config of runners in each kind of document. */
  public enum DefinitionKind {
    SOURCES("sources", RunTracker.ANY, "collections", RunTracker.ITEM, "run", RunTracker.ANY),
    JOB("steps", RunTracker.ITEM, "run", RunTracker.ANY);

    private final List<String> path;

    DefinitionKind(String... path) {
      this.path = List.of(path);
    }
  }

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9][0-9_]*(\\.[0-9_]*)?([eE][-+]?[0-9]+)?");
  private static final Pattern NOT_TEXT = Pattern.compile("(?i)true|false|null|~|");

  private final String text;
  private final RunTracker tracker;
  private final StringBuilder masked = new StringBuilder();
  private int copied;

  private DefinitionMask(String text, DefinitionKind kind) {
    this.text = text;
    this.tracker = new RunTracker(kind.path);
  }

  public static String maskedYaml(String text, DefinitionKind kind) {
    return new DefinitionMask(text, kind).readYaml();
  }

  public static String maskedJson(String text, DefinitionKind kind) {
    try {
      return new DefinitionMask(text, kind).readJson();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private String readYaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    int point = 0;
    int at = 0;
    for (Event event : new Yaml(options).parse(new StringReader(text))) {
      if (event.is(Event.ID.MappingStart) || event.is(Event.ID.SequenceStart)) {
        tracker.begin(event.is(Event.ID.SequenceStart));
      } else if (event.is(Event.ID.MappingEnd) || event.is(Event.ID.SequenceEnd)) {
        tracker.end();
      } else if (event instanceof ScalarEvent scalar && tracker.isName()) {
        tracker.name(scalar.getValue());
      } else if (event instanceof ScalarEvent scalar) {
        List<CredentialPart> parts = parts(scalar);
        if (!parts.isEmpty()) {
          // The marks count code points.
          int start = text.offsetByCodePoints(at, scalar.getStartMark().getIndex() - point);
          int length = scalar.getEndMark().getIndex() - scalar.getStartMark().getIndex();
          at = text.offsetByCodePoints(start, length);
          point = scalar.getEndMark().getIndex();
          replace(
              start, isBlock(scalar) ? withoutBlankEnd(start, at) : at, scalar.getValue(), parts);
        }
      }
    }
    return result();
  }

  /** A plain scalar may be a number, or no value at all. */
  private List<CredentialPart> parts(ScalarEvent scalar) {
    boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
    if (plain && NOT_TEXT.matcher(scalar.getValue()).matches()) {
      tracker.otherValue();
      return List.of();
    }
    return tracker.value(scalar.getValue(), plain && NUMBER.matcher(scalar.getValue()).matches());
  }

  private static boolean isBlock(ScalarEvent scalar) {
    return scalar.getScalarStyle() == ScalarStyle.LITERAL
        || scalar.getScalarStyle() == ScalarStyle.FOLDED;
  }

  /** The line break at the end of a block belongs to the rest of the document. */
  private int withoutBlankEnd(int start, int end) {
    int last = end;
    while (last > start && Character.isWhitespace(text.charAt(last - 1))) {
      last--;
    }
    return last;
  }

  private String readJson() throws IOException {
    try (JsonParser parser = JSON.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isStructStart()) {
          tracker.begin(token == JsonToken.START_ARRAY);
        } else if (token.isStructEnd()) {
          tracker.end();
        } else if (token == JsonToken.FIELD_NAME) {
          tracker.name(parser.currentName());
        } else {
          readJsonValue(parser, token);
        }
      }
    }
    return result();
  }

  private void readJsonValue(JsonParser parser, JsonToken token) throws IOException {
    if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
      tracker.otherValue();
      return;
    }
    int start = (int) parser.currentTokenLocation().getCharOffset();
    String value = parser.getText();
    List<CredentialPart> parts = tracker.value(value, token.isNumeric());
    if (!parts.isEmpty()) {
      int end =
          token.isNumeric()
              ? start + value.length()
              : (int) parser.currentLocation().getCharOffset();
      replace(start, end, value, parts);
    }
  }

  /** Uses quotes, which both JSON and YAML understand. */
  private void replace(int start, int end, String value, List<CredentialPart> parts) {
    masked
        .append(text, copied, start)
        .append('"')
        .append(JsonStringEncoder.getInstance().quoteAsString(CredentialMask.masked(value, parts)))
        .append('"');
    copied = end;
  }

  private String result() {
    return copied == 0 ? text : masked.append(text, copied, text.length()).toString();
  }
}
