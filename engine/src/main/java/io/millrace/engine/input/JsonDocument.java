package io.millrace.engine.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** JSON that is one object, with no field twice and nothing after it. */
public final class JsonDocument {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonDocument() {}

  /**
   * @throws InvalidInputException if the text is no such object, or has values that cannot be
   *     stored
   */
  public static ObjectNode object(String text) {
    ObjectNode object = anyObject(text);
    checkStorable(object);
    return object;
  }

  /**
   * @throws InvalidInputException if somewhere in it is a value that cannot be stored
   */
  public static void checkStorable(JsonNode tree) {
    if (!isStorable(tree)) {
      throw new InvalidInputException(
          "document",
          null,
          "has text with NUL or with half a character (a lone surrogate) in it, or a number that is"
              + " too large");
    }
  }

  /** A JSON object, whether or not its texts can be stored. */
  public static ObjectNode anyObject(String text) {
    JsonNode json;
    try {
      json = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException("document", null, "is not JSON: " + explained(e));
    }
    if (!(json instanceof ObjectNode object)) {
      throw new InvalidInputException("document", null, "must be a JSON object");
    }
    return object;
  }

  private static String explained(JsonProcessingException e) {
    String said =
        e.getOriginalMessage()
            .lines()
            .findFirst()
            .orElse("")
            .replaceFirst(" \\(start marker.*", "");
    if (e.getLocation() == null) {
      return said;
    }
    int line = e.getLocation().getLineNr();
    return said
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

  /** PostgreSQL holds any text but this. */
  public static boolean isStorable(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }
}
