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
import org.jspecify.annotations.Nullable;

/** The output of a task for downstream steps: any JSON up to a size. Numbers stay as written. */
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

  /** Reads a part of a document; more may follow it. */
  private static final ObjectReader PART =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private TaskOutput() {}

  /**
   * The outcome as stored, with a compact output. A success whose output cannot be stored becomes a
   * failure, because downstream steps would miss it.
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
      return rejectOutput(outcome, String.valueOf(refused.getMessage()));
    }
  }

  /** As {@link #checked}, for an output that was refused for this reason. */
  public static Outcome rejectOutput(Outcome outcome, String why) {
    String problem = "Its output " + why;
    return outcome.kind() == Outcome.Kind.SUCCESS
        ? Outcome.failure(problem).because(FailureKind.PROGRAM_FAILED)
        : new Outcome(
            outcome.kind(),
            outcome.message() + "; " + problem,
            outcome.userMessage(),
            outcome.retryable(),
            outcome.retryAfter(),
            null,
            outcome.failure());
  }

  private static @Nullable String compact(String text) throws JsonProcessingException {
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
      throw new IllegalArgumentException("contains half a character (a lone surrogate)");
    }
    return compact;
  }

  /**
   * Finds the field {@code output} in the answer of a service or the report of a worker. The text
   * still has to be {@link #checked}. Empty if the answer is not a JSON object with this field.
   *
   * @throws IllegalArgumentException if the field is there but incomplete
   */
  public static Optional<String> findIn(String answer) {
    try (JsonParser parser = MAPPER.createParser(answer)) {
      return findIn(parser, FIELD);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The sentence for the user in such an answer; empty if there is none. */
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

  /** JSON can contain lone surrogates, which the database cannot store. */
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
          parser.nextToken(); // only this detects a truncated number
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

  /** Whether a broken value belongs to this field: the parser reads it before it has the name. */
  private static boolean isAt(String field, JsonStreamContext at) {
    return at.inObject() && at.getParent().inRoot() && field.equals(at.getCurrentName());
  }

  /** A stored output as a tree. */
  public static JsonNode tree(String output) {
    try {
      return MAPPER.readTree(output);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Applies a change to each text in the output, names and numbers included. */
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

  /** Names the place but does not quote the text, which may be a secret. */
  private static String explained(JsonProcessingException e) {
    return e.getLocation() == null
        ? "there is a syntax error"
        : "there is a syntax error at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }
}
