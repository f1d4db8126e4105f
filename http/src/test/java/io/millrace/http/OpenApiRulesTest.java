package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.OpenApiDocument.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of a linter for /openapi.yaml, without the linter: see docs/development.md. */
class OpenApiRulesTest {
  private static final JsonNode ROOT = OpenApiDocument.ROOT;
  private static final int LONGEST_SENTENCE = 25;

  static List<Operation> operations() {
    return OpenApiDocument.operations();
  }

  @Test
  void itHasALicenceAndAServer() {
    assertThat(ROOT.at("/info/license/identifier").asText()).isEqualTo("Apache-2.0");
    assertThat(ROOT.path("servers")).isNotEmpty().allMatch(server -> server.has("url"));
  }

  @Test
  void anOperationHasAnIdOfItsOwn() {
    assertThat(operations().stream().map(Operation::id))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[a-z]+([A-Z][a-z]+)*"), "is in camelCase");
  }

  @Test
  void everyTagIsDescribedAndUsed() {
    List<String> tags =
        OpenApiDocument.stream(ROOT.path("tags")).map(tag -> tag.path("name").asText()).toList();
    assertThat(tags).doesNotHaveDuplicates();
    assertThat(ROOT.path("tags")).allMatch(tag -> !tag.path("description").asText().isEmpty());
    assertThat(operations().stream().map(Operation::tag).distinct())
        .containsExactlyInAnyOrderElementsOf(tags);
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    assertThat(references()).allMatch(to -> !ROOT.at(to.substring(1)).isMissingNode(), "is there");
  }

  @Test
  void everyComponentIsUsed() {
    List<String> components = new ArrayList<>();
    for (String kind : List.of("parameters", "examples", "responses", "schemas")) {
      ROOT.path("components")
          .path(kind)
          .fieldNames()
          .forEachRemaining(name -> components.add("#/components/" + kind + "/" + name));
    }
    assertThat(references()).containsAll(components);
  }

  private static TreeSet<String> references() {
    TreeSet<String> references = new TreeSet<>();
    walk(
        ROOT,
        (name, value) -> {
          if (name.equals("$ref")) {
            references.add(value.asText());
          }
        });
    return references;
  }

  private static void walk(JsonNode node, BiConsumer<String, JsonNode> visit) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      visit.accept(field.getKey(), field.getValue());
    }
    node.forEach(child -> walk(child, visit));
  }

  @Test
  void sentencesAreShort() {
    List<String> tooLong = new ArrayList<>();
    walk(
        ROOT,
        (name, value) -> {
          if (List.of("summary", "description").contains(name) && value.isTextual()) {
            Arrays.stream(value.asText().split("(?<=[.:;])\\s+"))
                .filter(sentence -> sentence.split("\\s+").length > LONGEST_SENTENCE)
                .forEach(tooLong::add);
          }
        });
    assertThat(tooLong).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void anOperationIsDescribed(Operation operation) {
    assertThat(operation.json().path("summary").asText()).isNotEmpty().doesNotEndWith(".");
    assertThat(operation.json().path("description").asText()).endsWith(".");
    assertThat(operation.json().path("tags")).hasSize(1);
    assertThat(operation.json().path("security").isArray()).isEqualTo(operation.roles().isEmpty());
    assertThat(operation.parameters())
        .allMatch(parameter -> parameter.path("description").asText().endsWith("."), "a sentence")
        .allMatch(parameter -> parameter.has("schema") && parameter.has("example"), "an example");
  }

  /** With a token it can be missing, weak or too busy; a body can be too long, slow or strange. */
  @ParameterizedTest
  @MethodSource("operations")
  void anOperationHasTheErrorsThatItCanGive(Operation operation) {
    Stream<String> always = Stream.of("400", "default");
    Stream<String> access =
        operation.roles().isEmpty() ? Stream.of() : Stream.of("401", "403", "429", "503");
    Stream<String> body = operation.hasBody() ? Stream.of("415") : Stream.of();
    boolean bounded = operation.json().has("x-body-limit");
    Stream<String> limit = bounded ? Stream.of("408", "413") : Stream.of();
    assertThat(operation.responses().keySet())
        .containsAll(
            Stream.of(always, access, body, limit)
                .flatMap(codes -> codes)
                .collect(Collectors.toSet()))
        .anyMatch(code -> code.startsWith("2"));
    assertThat(operation.responses().values())
        .allMatch(response -> response.path("description").asText().endsWith("."), "a sentence");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everythingThatIsSentAndAnsweredHasAnExampleThatFits(Operation operation) {
    JsonNode sent = operation.json().at("/requestBody/content");
    assertThat(operation.hasBody()).isEqualTo(!sent.isMissingNode());
    if (operation.hasBody()) {
      assertThat(sent).anyMatch(media -> !OpenApiDocument.examples(media).isEmpty());
      sent.properties().forEach(media -> fits(operation + " sends", media));
    }
    operation
        .responses()
        .forEach(
            (status, response) -> {
              assertThat(response.has("content")).isEqualTo(!status.equals("204"));
              for (Map.Entry<String, JsonNode> media : response.path("content").properties()) {
                assertThat(OpenApiDocument.examples(media.getValue())).as(status).isNotEmpty();
                fits(operation + " answers " + status, media);
              }
            });
  }

  private static void fits(String name, Map.Entry<String, JsonNode> media) {
    JsonNode schema = media.getValue().path("schema");
    assertThat(schema.isObject()).as(name + " with a schema").isTrue();
    for (JsonNode example : OpenApiDocument.examples(media.getValue())) {
      assertThat(OpenApiDocument.schema(schema).validate(example)).as(name).isEmpty();
    }
  }
}
