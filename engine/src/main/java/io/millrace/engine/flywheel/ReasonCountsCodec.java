package io.millrace.engine.flywheel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** The stored form of counts by reason: a JSON object, ordered by name. */
final class ReasonCountsCodec {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Integer>> TYPE = new TypeReference<>() {};

  private ReasonCountsCodec() {}

  static String write(Map<String, ?> values) {
    try {
      return JSON.writeValueAsString(values);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException(fault);
    }
  }

  static Map<String, Integer> read(String json) {
    try {
      return JSON.readValue(json, TYPE);
    } catch (JsonProcessingException fault) {
      throw new IllegalStateException(fault);
    }
  }
}
