package io.millrace.http.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;

/** The body of a request that saves a config or a secret. Whatever it is, no answer repeats it. */
final class ProjectValueReader {
  private ProjectValueReader() {}

  /** The text of {@code {"value": "…"}}. */
  static String parse(String text) {
    ObjectNode body;
    try {
      body = JsonDocument.object(text);
    } catch (InvalidInputException mayQuoteIt) {
      throw new InvalidInputException(
          "document",
          null,
          "must be JSON such as {\"value\": \"…\"}, without NUL and half characters in it");
    }
    JsonNode value = body.path("value");
    if (!value.isTextual()) {
      throw new InvalidInputException("value", null, "is required, and must be text");
    }
    if (body.size() > 1) {
      throw new InvalidInputException("document", null, "must have no field but value");
    }
    return value.textValue();
  }
}
