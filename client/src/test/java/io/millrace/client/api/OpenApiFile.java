package io.millrace.client.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The description of the API, which the server is tested against. */
final class OpenApiFile {
  private static final Path FILE =
      Path.of("..", "http", "src", "main", "resources", "page", "openapi.yaml");
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

  private final JsonNode root;

  /** One operation of the API. */
  record ApiOperation(String method, String path, JsonNode item, JsonNode operation) {}

  private OpenApiFile(JsonNode root) {
    this.root = root;
  }

  static OpenApiFile read() throws IOException {
    return new OpenApiFile(new YAMLMapper().readTree(FILE.toFile()));
  }

  /** All operations by their ids. */
  Map<String, ApiOperation> operations() {
    Map<String, ApiOperation> operations = new TreeMap<>();
    root.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(method -> METHODS.contains(method.getKey()))
                    .forEach(
                        method ->
                            operations.put(
                                method.getValue().path("operationId").asText(),
                                new ApiOperation(
                                    method.getKey().toUpperCase(),
                                    path.getKey(),
                                    path.getValue(),
                                    method.getValue()))));
    return operations;
  }

  Set<String> queryParameters(ApiOperation operation) {
    Set<String> names = new TreeSet<>();
    Stream.of(operation.item(), operation.operation())
        .flatMap(at -> StreamSupport.stream(at.path("parameters").spliterator(), false))
        .map(this::resolved)
        .filter(parameter -> parameter.path("in").asText().equals("query"))
        .forEach(parameter -> names.add(parameter.path("name").asText()));
    return names;
  }

  JsonNode requestSchema(ApiOperation operation) {
    return resolved(
        operation
            .operation()
            .path("requestBody")
            .path("content")
            .path("application/json")
            .path("schema"));
  }

  /** The schema of the JSON that means success; missing if there is none. */
  JsonNode answerSchema(ApiOperation operation) {
    return Stream.of("200", "201", "202")
        .map(
            status ->
                operation
                    .operation()
                    .path("responses")
                    .path(status)
                    .path("content")
                    .path("application/json")
                    .path("schema"))
        .filter(schema -> !schema.isMissingNode())
        .findFirst()
        .map(this::resolved)
        .orElse(root.path("no such schema"));
  }

  /** The fields of an object, with those of its parts. */
  Map<String, JsonNode> fields(JsonNode schema) {
    Map<String, JsonNode> fields = new TreeMap<>();
    schema.path("properties").properties().forEach(f -> fields.put(f.getKey(), f.getValue()));
    schema.path("allOf").forEach(part -> fields.putAll(fields(resolved(part))));
    return fields;
  }

  /** The fields that an object may leave out or set to null. */
  Set<String> optionalFields(JsonNode schema) {
    Set<String> required = required(schema);
    return fields(schema).entrySet().stream()
        .filter(field -> !required.contains(field.getKey()) || isNullable(field.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private Set<String> required(JsonNode schema) {
    Set<String> required = new TreeSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    schema.path("allOf").forEach(part -> required.addAll(required(resolved(part))));
    return required;
  }

  private static boolean isNullable(JsonNode field) {
    Stream<JsonNode> types = stream(field.path("type"));
    Stream<JsonNode> choices = stream(field.path("oneOf")).map(choice -> choice.path("type"));
    return Stream.concat(types, choices).anyMatch(type -> type.asText().equals("null"));
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** Whether it is a time, which is empty until it has come. */
  boolean isTime(JsonNode field) {
    return resolved(field).equals(root.at("/components/schemas/Time"));
  }

  /** Follows references, and takes the one alternative that is not null. */
  JsonNode resolved(JsonNode node) {
    if (node.has("$ref")) {
      return resolved(root.at(node.path("$ref").asText().substring(1)));
    }
    if (node.has("oneOf")) {
      return StreamSupport.stream(node.path("oneOf").spliterator(), false)
          .filter(choice -> !choice.path("type").asText().equals("null"))
          .findFirst()
          .map(this::resolved)
          .orElse(node);
    }
    return node;
  }
}
