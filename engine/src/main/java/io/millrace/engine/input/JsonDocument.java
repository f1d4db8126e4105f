package io.millrace.engine.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Reads JSON that is a single object without duplicate fields. */
public final class JsonDocument {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonDocument() {}

  /**
   * @throws InvalidInputException if the text is not such an object, or has values that cannot be
   *     stored
   */
  public static ObjectNode object(String text) {
    ObjectNode object = anyObject(text);
    checkStorable(object);
    return object;
  }

  /**
   * @throws InvalidInputException if it contains a value that cannot be stored
   */
  public static void checkStorable(JsonNode tree) {
    if (!isStorable(tree)) {
      throw new InvalidInputException(
          "document",
          null,
          "contains text with NUL or half a character (a lone surrogate), or a number that is too"
              + " large");
    }
  }

  /** Reads a JSON object, even if its texts cannot be stored. */
  public static ObjectNode anyObject(String text) {
    JsonNode json;
    try {
      json = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException("document", null, "is not JSON: " + describe(e));
    }
    if (!(json instanceof ObjectNode object)) {
      throw new InvalidInputException("document", null, "must be a JSON object");
    }
    return object;
  }

  private static String describe(JsonProcessingException e) {
    String message =
        e.getOriginalMessage()
            .lines()
            .findFirst()
            .orElse("")
            .replaceFirst(" \\(start marker.*", "");
    if (e.getLocation() == null) {
      return message;
    }
    int line = e.getLocation().getLineNr();
    return message
        + (line > 1 ? " at line " + line + ", column " : " at column ")
        + e.getLocation().getColumnNr();
  }

  private static boolean isStorable(JsonNode node) {
    if (node.isTextual()) {
      return isStorable(node.textValue());
    }
    if (node.isDouble()) {
      return Double.isFinite(node.doubleValue());
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!isStorable(field.getKey())) {
        return false;
      }
    }
    for (JsonNode child : node) {
      if (!isStorable(child)) {
        return false;
      }
    }
    return true;
  }

  /** PostgreSQL stores any text except NUL and lone surrogates. */
  public static boolean isStorable(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }
}
