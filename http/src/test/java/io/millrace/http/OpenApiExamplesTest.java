package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.http.OpenApiDocument.Operation;
import io.millrace.http.TestClient.Answer;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node understands every example of a request in /openapi.yaml, and every parameter. */
class OpenApiExamplesTest {
  /** Either of two, so not both at once. */
  private static final String EITHER = "period";

  private static final String STRANGE = "what_nobody_knows_of";

  /** How it is refused, up to the fields there are. A secret's document is not repeated. */
  private static final String KNOWN = "(is not a known field; known: |must have no field but )";

  /** What would take long, or is over: a value that does as well. */
  private static final Map<String, String> INSTEAD =
      Map.of("wait", "0s", "date", LocalDate.now(ZoneOffset.UTC).toString());

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** What is saved comes first: the others name it. */
  private static List<Operation> inOrder() {
    return OpenApiDocument.operations().stream()
        .sorted(Comparator.comparing(operation -> !operation.method().equals("PUT")))
        .toList();
  }

  @Test
  void aNodeTakesEveryExample() {
    for (Operation operation : inOrder()) {
      String query =
          operation
              .parameters("query")
              .filter(parameter -> !name(parameter).equals(EITHER))
              .map(OpenApiExamplesTest::pair)
              .collect(Collectors.joining("&", "?", ""));
      Answer answer = send(operation, query);
      String told = operation + " " + answer.status() + " " + answer.response().body();
      assertThat(answer.status()).as(told).isNotIn(400, 401, 403, 405, 408, 413, 415, 429, 500);
      assertThat(operation.responses()).as(told).containsKey(Integer.toString(answer.status()));
    }
  }

  @Test
  void aNodeKnowsEveryParameter() {
    for (Operation operation : inOrder()) {
      List<JsonNode> parameters = operation.parameters("query").toList();
      String wait = parameters.stream().anyMatch(one -> name(one).equals("wait")) ? "&wait=0" : "";
      for (JsonNode parameter : parameters) {
        assertThat(send(operation, "?" + pair(parameter) + wait).response().body())
            .as(operation + " " + name(parameter))
            .doesNotContain("unknown parameter");
      }
    }
  }

  /** What is refused is answered with all fields that there are: the schema has the same ones. */
  @Test
  void aNodeKnowsTheFieldsOfABodyAndNoOthers() {
    int compared = 0;
    for (Operation operation : inOrder()) {
      JsonNode media = operation.json().at("/requestBody/content").path(type(operation));
      for (JsonNode example : OpenApiDocument.examples(media)) {
        for (Map.Entry<String, JsonNode> object : objects(example, media.path("schema"), "")) {
          JsonNode body = example.deepCopy();
          ((ObjectNode) body.at(object.getKey())).put(STRANGE, 7);
          Answer answer = send(operation, "", body.toString());
          String told = operation + " " + object.getKey() + " " + answer.response().body();
          assertThat(known(answer))
              .as(told)
              .containsExactlyInAnyOrderElementsOf(names(object.getValue()));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(30);
  }

  private static List<String> names(JsonNode schema) {
    return schema.path("properties").properties().stream().map(Map.Entry::getKey).toList();
  }

  /** The fields that a node lists when it refuses the strange one. */
  private static List<String> known(Answer answer) {
    return OpenApiDocument.stream(answer.json().path("errors"))
        .map(error -> error.path("reason").asText())
        .filter(reason -> reason.matches(KNOWN + ".*"))
        .map(reason -> reason.replaceFirst(KNOWN, ""))
        .flatMap(fields -> Stream.of(fields.split(", ")))
        .toList();
  }

  /** The objects of an example that allow no other fields, by where they are, with their schema. */
  private static List<Map.Entry<String, JsonNode>> objects(
      JsonNode example, JsonNode schema, String place) {
    JsonNode resolved = OpenApiDocument.resolve(schema);
    List<Map.Entry<String, JsonNode>> objects = new ArrayList<>();
    if (example.isObject() && resolved.path("additionalProperties").isBoolean()) {
      objects.add(Map.entry(place, resolved));
    }
    for (Map.Entry<String, JsonNode> field : example.properties()) {
      JsonNode inner = resolved.path("properties").path(field.getKey());
      JsonNode any = resolved.path("additionalProperties");
      String at = place + "/" + field.getKey();
      objects.addAll(objects(field.getValue(), inner.isMissingNode() ? any : inner, at));
    }
    for (int i = 0; example.isArray() && i < example.size(); i++) {
      objects.addAll(objects(example.get(i), resolved.path("items"), place + "/" + i));
    }
    return objects;
  }

  private static String type(Operation operation) {
    return operation.json().at("/requestBody/content").properties().stream()
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  private static String name(JsonNode parameter) {
    return parameter.path("name").asText();
  }

  private static String pair(JsonNode parameter) {
    String name = name(parameter);
    String value = INSTEAD.getOrDefault(name, parameter.path("example").asText());
    return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** An outage of the example is over: one that lasts until tomorrow does as well. */
  private static JsonNode lasting(JsonNode example) {
    JsonNode body = example.deepCopy();
    if (body.at("/changes/outage") instanceof ObjectNode outage) {
      outage.put("to", LocalDate.now(ZoneOffset.UTC).plusDays(1) + "T00:00:00Z");
    }
    return body;
  }

  private static Answer send(Operation operation, String query) {
    JsonNode media = operation.json().at("/requestBody/content").path(type(operation));
    return OpenApiDocument.examples(media).stream()
        .findFirst()
        .map(OpenApiExamplesTest::lasting)
        .map(example -> example.isTextual() ? example.asText() : example.toString())
        .map(body -> send(operation, query, body))
        .orElseGet(() -> send(operation, query, ""));
  }

  private static Answer send(Operation operation, String query, String body) {
    TestClient client = node.client;
    HttpRequest.Builder request =
        client
            .request(operation.examplePath() + query)
            .method(operation.method(), BodyPublishers.ofString(body));
    return client.send(
        operation.hasBody() ? request.header("Content-Type", type(operation)) : request);
  }
}
