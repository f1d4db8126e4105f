package io.millrace.engine.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * One YAML document (or JSON, which is YAML too) as a tree, within bounds of size and depth. Double
 * fields and aliases are errors: the one would hide a setting, the other can blow up a small text.
 */
public final class YamlDocument {
  private static final int MOST_BYTES = 8 << 20;
  private static final int DEEPEST = 32;

  /** The scanner's work grows with the square of a token's length, and a line bounds a token. */
  private static final int LONGEST_LINE = 256 << 10;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final YAMLFactory FACTORY = factory();

  private final YAMLParser parser;
  private final FieldErrors errors;

  private YamlDocument(YAMLParser parser, FieldErrors errors) {
    this.parser = parser;
    this.errors = errors;
  }

  /** The tree; a missing node if the text is empty or, which is noted, cannot be read. */
  public static JsonNode read(String yaml, FieldErrors errors) {
    if (yaml.length() > MOST_BYTES || yaml.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      errors.add("", null, "is larger than 8 MiB");
      return NODES.missingNode();
    }
    if (yaml.lines().anyMatch(line -> line.length() > LONGEST_LINE)) {
      errors.add("", null, "has a line of more than " + LONGEST_LINE + " characters");
      return NODES.missingNode();
    }
    try (YAMLParser parser = FACTORY.createParser(yaml)) {
      return new YamlDocument(parser, errors).document();
    } catch (StreamConstraintsException e) {
      errors.add("", null, "is nested deeper than " + DEEPEST + " levels");
    } catch (JsonProcessingException e) {
      errors.add("", null, "is not YAML: " + explained(e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
    return NODES.missingNode();
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

  private JsonNode document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return NODES.missingNode();
    }
    JsonNode root = value(first, "");
    if (parser.nextToken() != null) {
      errors.add("", null, "has a second document at line " + line());
    }
    return root;
  }

  private JsonNode value(JsonToken token, String path) throws IOException {
    if (parser.isCurrentAlias()) {
      errors.add(path, "*" + parser.getText(), "is a YAML alias: write the value out, or quote it");
    }
    return switch (token) {
      case START_OBJECT -> mapping(path);
      case START_ARRAY -> list(path);
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> decimal(path);
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.textNode(parser.getText());
    };
  }

  private JsonNode integer() throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  private JsonNode decimal(String path) throws IOException {
    double value = parser.getDoubleValue();
    if (!Double.isFinite(value)) {
      errors.add(path, parser.getText(), "is not a finite number");
    }
    return NODES.numberNode(value);
  }

  private JsonNode mapping(String path) throws IOException {
    ObjectNode mapping = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.getText();
      String field = path.isEmpty() ? name : path + "." + name;
      int line = line();
      JsonNode value = value(parser.nextToken(), field);
      if (mapping.has(name)) {
        errors.add(field, null, "is given twice, again at line " + line);
      } else {
        mapping.set(name, value);
      }
    }
    return mapping;
  }

  private JsonNode list(String path) throws IOException {
    ArrayNode list = NODES.arrayNode();
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      list.add(value(next, path + "[" + list.size() + "]"));
    }
    return list;
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
