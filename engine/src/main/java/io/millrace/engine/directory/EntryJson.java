package io.millrace.engine.directory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.List;
import java.util.Map;

/** JSON that is one object, with no field twice and nothing after it. */
public final class EntryJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private EntryJson() {}

  /**
   * @throws InvalidInputException if the text is no such object, or has text that cannot be stored
   */
  public static ObjectNode object(String text) {
    ObjectNode object = anyObject(text);
    if (!isStorable(object)) {
      throw new InvalidInputException(
          "document", null, "has text with NUL or with half a character (a lone surrogate) in it");
    }
    return object;
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

  /** The fields of these names, as far as there are some, as text. */
  static String only(JsonNode json, List<String> names) {
    ObjectNode fields = MAPPER.createObjectNode();
    names.stream().filter(json::has).forEach(name -> fields.set(name, json.get(name)));
    return fields.toString();
  }

  private static String explained(JsonProcessingException e) {
    String said =
        e.getOriginalMessage()
            .lines()
            .findFirst()
            .orElse("")
            .replaceFirst(" \\(start marker.*", "");
    return e.getLocation() == null ? said : said + " at column " + e.getLocation().getColumnNr();
  }

  private static boolean isStorable(JsonNode node) {
    if (node.isTextual()) {
      return isStorable(node.textValue());
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
