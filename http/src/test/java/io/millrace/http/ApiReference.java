package io.millrace.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.OpenApiDocument.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Writes docs/api-reference.md from openapi.yaml: {@code ./sbt apiReference}. */
final class ApiReference {
  static final String FILE = "docs/api-reference.md";

  private static final String HEAD =
      """
# API reference

`./sbt apiReference` writes this page from `openapi.yaml`, and a test checks that it is current.
The [guide](api.md) shows how to use the API, task by task. A node serves the same at `GET /openapi.yaml`.

The tables name the roles that may use an operation; "all" means that no access token is needed.

""";

  /** What every operation with an access token, or with a body, can answer: told once. */
  private static final Set<String> COMMON =
      Set.of("400", "401", "403", "408", "413", "415", "429", "503", "default");

  private final StringBuilder page = new StringBuilder();

  private ApiReference() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(FILE), text());
  }

  static String text() {
    ApiReference reference = new ApiReference();
    reference.page.append(HEAD);
    reference.commonAnswers();
    for (JsonNode tag : OpenApiDocument.ROOT.path("tags")) {
      reference.subject(tag.path("name").asText(), tag.path("description").asText());
    }
    reference.objects();
    return reference.page.toString();
  }

  private void commonAnswers() {
    heading("##", "Answers that are not repeated below");
    page.append("These have the type [`Problem`](#problem).\n\n");
    page.append("| status | which requests | |\n|---|---|---|\n");
    Map<String, JsonNode> responses = new LinkedHashMap<>();
    OpenApiDocument.operations().stream()
        .map(Operation::responses)
        .forEach(
            all ->
                all.forEach(
                    (status, response) -> {
                      if (COMMON.contains(status) && response.path("content").size() > 0) {
                        responses.putIfAbsent(status, response);
                      }
                    }));
    for (String status : new TreeSet<>(responses.keySet())) {
      row("**" + status + "**", which(status), component(status));
    }
    page.append('\n');
  }

  private static String which(String status) {
    return switch (status) {
      case "400", "default" -> "all";
      case "408", "413" -> "with a body that has a limit";
      case "415" -> "with a body";
      default -> "with an access token";
    };
  }

  /** What is said of a status where an operation says nothing of its own. */
  private static String component(String status) {
    return OpenApiDocument.operations().stream()
        .map(operation -> operation.json().path("responses").path(status))
        .filter(response -> response.has("$ref") && !response.has("description"))
        .map(response -> OpenApiDocument.resolve(response).path("description").asText())
        .findFirst()
        .orElseThrow();
  }

  private void subject(String tag, String description) {
    List<Operation> operations =
        OpenApiDocument.operations().stream()
            .filter(operation -> operation.tag().equals(tag))
            .toList();
    heading("##", tag);
    page.append(description).append("\n\n");
    page.append("| request | | roles | body |\n|---|---|---|---|\n");
    for (Operation operation : operations) {
      row(
          "[`%s`](#%s)".formatted(operation, anchor(operation.toString())),
          operation.json().path("summary").asText(),
          roles(operation),
          body(operation));
    }
    page.append('\n');
    operations.forEach(this::operation);
  }

  private static String roles(Operation operation) {
    return operation.roles().isEmpty() ? "all" : String.join(", ", operation.roles());
  }

  private static String body(Operation operation) {
    if (!operation.hasBody()) {
      return "–";
    }
    return operation.json().has("x-body-limit")
        ? "at most " + bytes(operation.json().path("x-body-limit").asLong())
        : "of any length";
  }

  private static String bytes(long number) {
    long kib = number / 1024;
    return kib % 1024 == 0 ? kib / 1024 + " MiB" : kib + " KiB";
  }

  private void operation(Operation operation) {
    heading("###", operation.toString());
    page.append("**").append(operation.json().path("summary").asText()).append(".** ");
    page.append(operation.json().path("description").asText()).append("\n\n");
    page.append("- Operation `").append(operation.id()).append("`\n");
    page.append("- Roles: ").append(roles(operation)).append('\n');
    if (operation.hasBody()) {
      page.append("- Body: ").append(sent(operation)).append('\n');
    }
    page.append('\n');
    parameters(operation);
    answers(operation);
  }

  private static String sent(Operation operation) {
    JsonNode body = operation.json().path("requestBody");
    List<String> types = new ArrayList<>();
    body.path("content").fieldNames().forEachRemaining(type -> types.add("`" + type + "`"));
    JsonNode schema = body.path("content").iterator().next().path("schema");
    return "%s as %s, %s%s"
        .formatted(
            SchemaText.type(schema),
            String.join(" or ", types),
            body(operation),
            body.path("required").asBoolean() ? "" : "; it may be left out");
  }

  private void parameters(Operation operation) {
    if (operation.parameters().isEmpty()) {
      return;
    }
    page.append("| parameter | in | type | |\n|---|---|---|---|\n");
    for (JsonNode parameter : operation.parameters()) {
      row(
          "`" + parameter.path("name").asText() + "`",
          parameter.path("in").asText()
              + (parameter.path("required").asBoolean() ? ", required" : ""),
          SchemaText.type(parameter.path("schema")),
          parameter.path("description").asText());
    }
    page.append('\n');
  }

  private void answers(Operation operation) {
    page.append("| answer | | |\n|---|---|---|\n");
    operation
        .responses()
        .forEach(
            (status, response) -> {
              JsonNode given = operation.json().path("responses").path(status);
              boolean own = given.has("description");
              if (own || !COMMON.contains(status)) {
                row("**" + status + "**", content(response), response.path("description").asText());
              }
            });
    page.append('\n');
  }

  private static String content(JsonNode response) {
    List<String> types = new ArrayList<>();
    for (Map.Entry<String, JsonNode> media : response.path("content").properties()) {
      boolean json = media.getKey().endsWith("json");
      types.add(
          json ? SchemaText.type(media.getValue().path("schema")) : "`" + media.getKey() + "`");
    }
    return types.isEmpty() ? "–" : String.join(" or ", types);
  }

  private void objects() {
    heading("##", "Objects");
    page.append("Fields are always there, unless they are marked as optional.\n\n");
    Map<String, JsonNode> schemas = new LinkedHashMap<>();
    OpenApiDocument.ROOT
        .at("/components/schemas")
        .properties()
        .forEach(schema -> schemas.put(schema.getKey(), schema.getValue()));
    for (String name : new TreeSet<>(schemas.keySet())) {
      heading("###", name);
      page.append(SchemaText.describe(schemas.get(name)));
    }
    page.setLength(page.length() - 1);
  }

  private void heading(String level, String text) {
    page.append(level).append(' ').append(text).append("\n\n");
  }

  private void row(String... cells) {
    page.append(SchemaText.row(cells));
  }

  /** As GitHub makes it of a heading. */
  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
