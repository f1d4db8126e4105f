package io.millrace.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The OpenAPI file as tests read it: references are followed. */
public final class OpenApiDocument {
  public static final JsonNode ROOT = read();

  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(VersionFlag.V202012);
  private static final List<Operation> OPERATIONS = readOperations();

  private OpenApiDocument() {}

  private static JsonNode read() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("/page/openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException wrong) {
      throw new AssertionError(wrong);
    }
  }

  /**
   * One method of one path.
   *
   * @param item what all methods of the path share
   */
  public record Operation(String method, String path, JsonNode item, JsonNode json) {
    String id() {
      return json.path("operationId").asText();
    }

    String tag() {
      return json.at("/tags/0").asText();
    }

    List<String> roles() {
      return texts(json.path("x-roles"));
    }

    boolean hasBody() {
      return json.has("requestBody");
    }

    /** Those of the path first. */
    List<JsonNode> parameters() {
      return Stream.of(item, json)
          .flatMap(node -> stream(node.path("parameters")))
          .map(OpenApiDocument::resolve)
          .toList();
    }

    Stream<JsonNode> parameters(String place) {
      return parameters().stream().filter(one -> one.path("in").asText().equals(place));
    }

    /** By status, with the description that this operation gives. */
    public Map<String, JsonNode> responses() {
      Map<String, JsonNode> responses = new LinkedHashMap<>();
      json.path("responses")
          .properties()
          .forEach(response -> responses.put(response.getKey(), resolve(response.getValue())));
      return responses;
    }

    /** The path with its parameters as the examples have them. */
    String examplePath() {
      String filled = path;
      for (JsonNode parameter : parameters("path").toList()) {
        String name = "{" + parameter.path("name").asText() + "}";
        filled = filled.replace(name, parameter.path("example").asText());
      }
      return filled;
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  static List<Operation> operations() {
    return OPERATIONS;
  }

  private static List<Operation> readOperations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : ROOT.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          operations.add(
              new Operation(
                  method.getKey().toUpperCase(Locale.ROOT),
                  path.getKey(),
                  path.getValue(),
                  method.getValue()));
        }
      }
    }
    return List.copyOf(operations);
  }

  public static Operation operation(String method, String path) {
    return OPERATIONS.stream()
        .filter(one -> one.method().equals(method) && one.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError(method + " " + path + " is not described"));
  }

  /** What a reference leads to; a description beside the reference counts. */
  static JsonNode resolve(JsonNode node) {
    if (!node.path("$ref").isTextual()) {
      return node;
    }
    JsonNode target = resolve(ROOT.at(node.path("$ref").asText().substring(1)));
    if (node.has("description") && target.isObject()) {
      ObjectNode described = target.deepCopy();
      described.set("description", node.path("description"));
      return described;
    }
    return target;
  }

  /** The name of the schema that a reference leads to. */
  static Optional<String> schemaName(JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.isEmpty()
        ? Optional.empty()
        : Optional.of(reference.substring(reference.lastIndexOf('/') + 1));
  }

  /** The examples of a media type, wherever they are written. */
  static List<JsonNode> examples(JsonNode media) {
    return media.has("example")
        ? List.of(media.path("example"))
        : stream(media.path("examples")).map(one -> resolve(one).path("value")).toList();
  }

  /** A schema that knows the components. */
  static JsonSchema schema(JsonNode schema) {
    ObjectNode whole = Json.MAPPER.createObjectNode();
    whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    whole.set("components", ROOT.path("components"));
    whole.setAll((ObjectNode) schema);
    return SCHEMAS.getSchema(whole);
  }

  static List<String> texts(JsonNode list) {
    return stream(list).map(JsonNode::asText).toList();
  }

  static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
