package io.millrace.engine.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * One YAML document (or JSON, which is YAML too) within bounds of size and depth. Double fields and
 * aliases are errors: the one would hide a setting, the other can blow up a small text.
 */
public final class YamlDocument {
  private static final int MOST_BYTES = 8 << 20;
  private static final int DEEPEST = 32;

  /** The scanner's work grows with the square of a token's length, and a line bounds a token. */
  private static final int LONGEST_LINE = 256 << 10;

  private static final YAMLFactory FACTORY = factory();

  private final YAMLParser parser;
  private final FieldErrors errors;
  private final PackedBytes values = new PackedBytes();

  private YamlDocument(YAMLParser parser, FieldErrors errors) {
    this.parser = parser;
    this.errors = errors;
  }

  /** The tree; a missing node if the text is empty or, which is noted, cannot be read. */
  public static JsonNode read(String yaml, FieldErrors errors) {
    return packed(yaml, errors).node();
  }

  /** The same for a long document, which is not made a tree. */
  public static InputNode root(String yaml, FieldErrors errors) {
    return InputNode.root(packed(yaml, errors), errors);
  }

  /** Every document of a text that has several; those without a value are left out. */
  public static List<JsonNode> readAll(String yaml, FieldErrors errors) {
    return parsed(yaml, errors, List.of(), parser -> all(parser, errors));
  }

  private static List<JsonNode> all(YAMLParser parser, FieldErrors errors) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    for (JsonToken first = parser.nextToken(); first != null; first = parser.nextToken()) {
      YamlDocument document = new YamlDocument(parser, errors);
      document.value(first, DocumentPath.ROOT);
      documents.add(new PackedValue(document.values, 0).node());
    }
    return documents;
  }

  static InputValue packed(String yaml, FieldErrors errors) {
    return parsed(
        yaml, errors, InputValue.missing(), parser -> new YamlDocument(parser, errors).document());
  }

  /** Reads from a parser. */
  @FunctionalInterface
  interface ParserReader<T> {
    T read(YAMLParser parser) throws IOException;
  }

  /**
   * @param unreadable the result for a text that cannot be read, which is noted
   */
  static <T> T parsed(String yaml, FieldErrors errors, T unreadable, ParserReader<T> reader) {
    if (yaml.length() > MOST_BYTES || yaml.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      errors.add("", null, "is larger than 8 MiB");
      return unreadable;
    }
    if (hasLongLine(yaml)) {
      errors.add("", null, "has a line of more than " + LONGEST_LINE + " characters");
      return unreadable;
    }
    try (YAMLParser parser = FACTORY.createParser(yaml)) {
      return reader.read(parser);
    } catch (StreamConstraintsException e) {
      errors.add("", null, "is nested deeper than " + DEEPEST + " levels");
    } catch (JsonProcessingException e) {
      errors.add("", null, "is not YAML: " + explained(e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
    return unreadable;
  }

  private static boolean hasLongLine(String yaml) {
    int begin = 0;
    for (int i = 0; i < yaml.length(); i++) {
      char c = yaml.charAt(i);
      if (c == '\n' || c == '\r') {
        begin = i + 1;
      } else if (i - begin >= LONGEST_LINE) {
        return true;
      }
    }
    return false;
  }

  private static YAMLFactory factory() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES + 1);
    return YAMLFactory.builder()
        .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
        .loaderOptions(options)
        .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
        .build();
  }

  private InputValue document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return InputValue.missing();
    }
    value(first, DocumentPath.ROOT);
    if (parser.nextToken() != null) {
      errors.add("", null, "has a second document at line " + line());
    }
    return new PackedValue(values, 0);
  }

  private void value(JsonToken token, DocumentPath place) throws IOException {
    if (parser.isCurrentAlias()) {
      errors.add(
          place.toString(),
          "*" + parser.getText(),
          "is a YAML alias: write the value out, or quote it");
    }
    switch (token) {
      case START_OBJECT -> mapping(place);
      case START_ARRAY -> list(place);
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> decimal(place);
      case VALUE_TRUE -> values.add(PackedBytes.TRUE);
      case VALUE_FALSE -> values.add(PackedBytes.FALSE);
      case VALUE_NULL -> values.add(PackedBytes.NULL);
      default -> values.add(parser.getText());
    }
  }

  private void integer() throws IOException {
    switch (parser.getNumberType()) {
      case INT -> values.add(parser.getIntValue());
      case LONG -> values.add(parser.getLongValue());
      default -> values.add(parser.getBigIntegerValue());
    }
  }

  private void decimal(DocumentPath place) throws IOException {
    double value = parser.getDoubleValue();
    if (!Double.isFinite(value)) {
      errors.add(place.toString(), parser.getText(), "is not a finite number");
    }
    values.add(value);
  }

  private void mapping(DocumentPath place) throws IOException {
    Set<String> names = new HashSet<>();
    int begun = values.begin(PackedBytes.MAPPING);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.getText();
      DocumentPath field = place.field(name);
      int line = line();
      int before = values.length();
      values.add(name);
      value(parser.nextToken(), field);
      if (!names.add(name)) {
        values.backTo(before);
        errors.add(field.toString(), null, "is given twice, again at line " + line);
      }
    }
    values.end(begun);
  }

  private void list(DocumentPath place) throws IOException {
    int begun = values.begin(PackedBytes.LIST);
    int items = 0;
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      value(next, place.item(items++));
    }
    values.end(begun);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private static String explained(JsonProcessingException e) {
    if (e.getCause() instanceof MarkedYAMLException marked) {
      Mark mark = marked.getProblemMark();
      String context = marked.getContext() == null ? "" : marked.getContext() + ", ";
      return at(mark.getLine() + 1, mark.getColumn() + 1) + context + marked.getProblem();
    }
    String problem = e.getOriginalMessage();
    return at(e.getLocation().getLineNr(), e.getLocation().getColumnNr())
        + (problem.startsWith("Expected a field name") ? "a field name must be text" : problem);
  }

  private static String at(int line, int column) {
    return "line " + line + ", column " + column + ": ";
  }
}
