package io.millrace.engine.task;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a task found, for what follows it: any JSON, within bounds. Numbers stay as they are. */
public final class TaskOutput {
  private static final String FIELD = "output";
  private static final String USER_MESSAGE = "user_message";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** For a part of a document: there may be more behind it. */
  private static final ObjectReader PART =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private TaskOutput() {}

  /**
   * The outcome as it is kept, with its output written compactly. A success whose output cannot be
   * kept is a failure: what follows would miss it.
   */
  public static Outcome checked(Outcome outcome) {
    if (outcome.output() == null) {
      return outcome;
    }
    try {
      return outcome.withOutput(compact(outcome.output()));
    } catch (JsonProcessingException e) {
      return rejectOutput(outcome, "is not JSON: " + explained(e));
    } catch (IllegalArgumentException refused) {
      return rejectOutput(outcome, refused.getMessage());
    }
  }

  /** As {@link #checked}, of an outcome whose output was not even read: that is why. */
  public static Outcome rejectOutput(Outcome outcome, String why) {
    String said = "Its output " + why;
    return outcome.kind() == Outcome.Kind.SUCCESS
        ? Outcome.failure(said).because(FailureKind.PROGRAM_FAILED)
        : new Outcome(
            outcome.kind(),
            outcome.message() + "; " + said,
            outcome.userMessage(),
            outcome.retryable(),
            outcome.retryAfter(),
            null,
            outcome.failure());
  }

  private static String compact(String text) throws JsonProcessingException {
    JsonNode json = MAPPER.readTree(text);
    if (json.isMissingNode() || json.isNull()) {
      return null;
    }
    String compact = MAPPER.writeValueAsString(json);
    if (compact.length() > Outcome.LONGEST_OUTPUT) {
      throw new IllegalArgumentException(
          "has %d characters: at most %d are kept"
              .formatted(compact.length(), Outcome.LONGEST_OUTPUT));
    }
    if (compact.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      throw new IllegalArgumentException("has half a character (a lone surrogate) in it");
    }
    return compact;
  }

  /**
   * The output in the answer of a service, or in the report of a worker: the field of that name, as
   * text to be {@link #checked}; empty if the text is no JSON object with such a field.
   *
   * @throws IllegalArgumentException if it begins and does not end
   */
  public static Optional<String> findIn(String answer) {
    try (JsonParser parser = MAPPER.createParser(answer)) {
      return findIn(parser, FIELD);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** What such an answer says to the person whose data it is; empty if it says nothing. */
  public static Optional<String> userMessage(String answer) {
    try (JsonParser parser = MAPPER.createParser(answer)) {
      return findIn(parser, USER_MESSAGE)
          .map(TaskOutput::tree)
          .filter(JsonNode::isTextual)
          .map(text -> withoutLoneSurrogates(text.textValue()));
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** JSON can have half a character in it, which nobody can store. */
  private static String withoutLoneSurrogates(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static Optional<String> findIn(JsonParser parser, String field) throws IOException {
    boolean found = false;
    try {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        found = parser.currentName().equals(field);
        parser.nextToken();
        if (found) {
          JsonNode value = PART.readTree(parser);
          parser.nextToken(); // a number that was cut off looks like one until here
          return Optional.of(MAPPER.writeValueAsString(value));
        }
        parser.skipChildren();
      }
    } catch (JsonProcessingException notJson) {
      if (found || isAt(field, parser.getParsingContext())) {
        throw new IllegalArgumentException("is not JSON: " + explained(notJson), notJson);
      }
    }
    return Optional.empty();
  }

  /** The parser looks at a value before it tells the field's name. */
  private static boolean isAt(String field, JsonStreamContext at) {
    return at.inObject() && at.getParent().inRoot() && field.equals(at.getCurrentName());
  }

  /** An output that was kept, as a tree. */
  public static JsonNode tree(String output) {
    try {
      return MAPPER.readTree(output);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The output with each text in it, names and numbers too, as {@code change} makes it. */
  public static String withTexts(String output, UnaryOperator<String> change) {
    return changed(tree(output), change).toString();
  }

  private static JsonNode changed(JsonNode node, UnaryOperator<String> change) {
    if (node.isObject()) {
      ObjectNode object = MAPPER.createObjectNode();
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        object.set(change.apply(field.getKey()), changed(field.getValue(), change));
      }
      return object;
    }
    if (node.isArray()) {
      ArrayNode array = MAPPER.createArrayNode();
      node.forEach(item -> array.add(changed(item, change)));
      return array;
    }
    String text = node.asText();
    String other = change.apply(text);
    return other.equals(text) ? node : TextNode.valueOf(other);
  }

  /** Without what stands there, which may be anything. */
  private static String explained(JsonProcessingException e) {
    return e.getLocation() == null
        ? "it cannot be read"
        : "it cannot be read from line %d, column %d on"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }
}
