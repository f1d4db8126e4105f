package io.millrace.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A schema of openapi.yaml in words and tables. */
final class SchemaText {
  private SchemaText() {}

  /** A line of a table. */
  static String row(String... cells) {
    return "| "
        + List.of(cells).stream()
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | "))
        + " |\n";
  }

  /** The description of a schema, and a table of its fields. */
  static String describe(JsonNode schema) {
    StringBuilder text = new StringBuilder();
    String description = schema.path("description").asText();
    text.append(description.isEmpty() ? "" : description + "\n\n");
    if (schema.has("oneOf")) {
      schema.path("oneOf").forEach(one -> text.append(alternative(one)));
      return text.append('\n').toString();
    }
    if (schema.has("allOf")) {
      text.append("It has the fields of ")
          .append(
              OpenApiDocument.stream(schema.path("allOf"))
                  .map(SchemaText::type)
                  .collect(Collectors.joining(" and ")))
          .append(schema.has("properties") ? ", and these:\n\n" : ".\n\n");
    }
    if (!schema.has("properties")) {
      return schema.has("allOf")
          ? text.toString()
          : text.append(type(schema)).append("\n\n").toString();
    }
    return text.append(fields(schema)).append('\n').toString();
  }

  private static String alternative(JsonNode schema) {
    String description = schema.path("description").asText();
    if (!schema.has("properties")) {
      return "- " + type(schema) + ": " + description + "\n";
    }
    StringBuilder text = new StringBuilder("- an object:\n");
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String about = meaning(field.getValue());
      text.append("  - `")
          .append(field.getKey())
          .append("`: ")
          .append(type(field.getValue()))
          .append(optional(schema, field))
          .append(about.isEmpty() ? "" : ". " + about)
          .append('\n');
    }
    return text.toString();
  }

  private static String fields(JsonNode schema) {
    StringBuilder text = new StringBuilder("| field | type | |\n|---|---|---|\n");
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      text.append(
          row(
              "`" + field.getKey() + "`",
              type(field.getValue()) + optional(schema, field),
              meaning(field.getValue())));
    }
    return text.toString();
  }

  /** A default says it already. */
  private static String optional(JsonNode schema, Map.Entry<String, JsonNode> field) {
    return field.getValue().has("default")
            || OpenApiDocument.texts(schema.path("required")).contains(field.getKey())
        ? ""
        : ", optional";
  }

  /** What is said of a field, and of its own fields if they have no table elsewhere. */
  private static String meaning(JsonNode schema) {
    String description = schema.path("description").asText();
    JsonNode items = schema.has("items") ? schema.path("items") : schema;
    items =
        schema.path("additionalProperties").isObject()
            ? schema.path("additionalProperties")
            : items;
    if (!items.has("properties")) {
      return description;
    }
    String fields =
        items.path("properties").properties().stream()
            .map(
                field -> {
                  String about = field.getValue().path("description").asText();
                  return "`"
                      + field.getKey()
                      + "`"
                      + (about.isEmpty() ? "" : " (" + about.replaceFirst("[.]$", "") + ")");
                })
            .collect(Collectors.joining(", "));
    return (description + " Fields: " + fields + ".").strip();
  }

  /** Such as {@code list of Task}; what has a table links to it. */
  static String type(JsonNode schema) {
    if (schema.has("$ref")) {
      String name = OpenApiDocument.schemaName(schema).orElseThrow();
      return "[`%s`](#%s)".formatted(name, ApiReference.anchor(name));
    }
    if (schema.has("oneOf")) {
      return OpenApiDocument.stream(schema.path("oneOf"))
          .map(SchemaText::type)
          .sorted((a, b) -> Boolean.compare(a.equals("null"), b.equals("null")))
          .collect(Collectors.joining(" or "));
    }
    if (schema.has("enum")) {
      return OpenApiDocument.texts(schema.path("enum")).stream()
          .map(word -> "`" + (word.isEmpty() ? "\"\"" : word) + "`")
          .collect(Collectors.joining(", "));
    }
    return bare(schema) + bounds(schema);
  }

  private static String bare(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return OpenApiDocument.texts(type).stream()
          .map(SchemaText::word)
          .collect(Collectors.joining(" or "));
    }
    return switch (type.asText()) {
      case "" -> "any JSON";
      case "array" -> "list of " + type(schema.path("items"));
      case "object" ->
          schema.path("additionalProperties").isObject()
              ? "object of " + type(schema.path("additionalProperties"))
              : "object";
      default ->
          switch (schema.path("format").asText()) {
            case "date-time" -> "time";
            case "date" -> "date";
            case "uuid" -> "UUID";
            default -> word(type.asText());
          };
    };
  }

  private static String word(String type) {
    return switch (type) {
      case "string" -> "text";
      case "integer" -> "whole number";
      case "boolean" -> "true or false";
      default -> type;
    };
  }

  private static String bounds(JsonNode schema) {
    String range =
        schema.has("minimum") && schema.has("maximum")
            ? " from %s to %s".formatted(number(schema, "minimum"), number(schema, "maximum"))
            : schema.has("minimum") ? " from " + number(schema, "minimum") : "";
    String length =
        schema.has("maxLength")
            ? " of at most " + number(schema, "maxLength") + " characters"
            : schema.has("maxItems") ? ", at most " + number(schema, "maxItems") : "";
    JsonNode value = schema.path("default");
    String otherwise =
        value.isMissingNode()
            ? ""
            : ", %s unless given"
                .formatted(value.isNumber() ? number(schema, "default") : value.asText());
    return range + length + otherwise;
  }

  private static String number(JsonNode schema, String bound) {
    return "%,d".formatted(schema.path(bound).asLong());
  }
}
