package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.OpenApiDocument.Operation;
import io.millrace.http.endpoint.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every example of docs/api.md does what the guide says, from the first to the last. */
class ApiGuideTest {
  private static final List<CurlExample> EXAMPLES = CurlExample.of(DocsText.text("docs/api.md"));

  /** As a new node has it, but slow enough to be found running on any machine. */
  private static final String SLOW_DEMO =
      "sources: {demo: {collections: [{name: c, run: {process: [sh, -c, \"echo a; sleep 4\"]}}]}}";

  @Test
  void everyExampleAnswersWithItsStatus() throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    Map<String, String> variables = new HashMap<>(Map.of("TOKEN", TestNode.TOKEN));
    try (TestNode node = TestNode.start()) {
      node.client.put("/sources", SLOW_DEMO);
      for (CurlExample example : EXAMPLES) {
        HttpRequest request = example.request(node.client.base(), DocsText.ROOT, variables);
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode())
            .as(example.command() + "\n" + answer.body())
            .isEqualTo(example.status());
        if (!example.variable().isEmpty()) {
          JsonNode value = Json.MAPPER.readTree(answer.body()).at(example.field());
          assertThat(value.isTextual()).as(example.field() + " of " + answer.body()).isTrue();
          variables.put(example.variable(), value.asText());
        }
      }
    }
  }

  /** Of each subject, so that no part of the API has only a reference. */
  @Test
  void everySubjectHasAnExample() {
    Map<String, String> any = new HashMap<>();
    EXAMPLES.forEach(example -> any.put(example.variable(), "x"));
    any.put("TOKEN", "x");
    Set<String> subjects = new HashSet<>();
    for (CurlExample example : EXAMPLES) {
      HttpRequest request = example.request("http://127.0.0.1:1", DocsText.ROOT, any);
      OpenApiDocument.operations().stream()
          .filter(operation -> operation.method().equals(request.method()))
          .filter(operation -> matches(operation, request.uri().getPath()))
          .forEach(operation -> subjects.add(operation.tag()));
    }
    assertThat(subjects)
        .containsExactlyInAnyOrderElementsOf(
            OpenApiDocument.operations().stream().map(Operation::tag).distinct().toList());
  }

  private static boolean matches(Operation operation, String path) {
    return path.matches(operation.path().replaceAll("\\{\\w+}", "[^/]+"));
  }

  @Test
  void aCommandIsReadAsAShellWould() {
    assertThat(CurlExample.words("a  'b $X' \"c $X\" 'd'$X'e'", Map.of("X", "1 2")))
        .containsExactly("a", "b $X", "c 1 2", "d1 2e");
    assertThatThrownBy(() -> CurlExample.words("a 'b", Map.of())).hasMessageContaining("open");
    assertThatThrownBy(() -> CurlExample.words("a $X", Map.of())).hasMessageContaining("$X");
  }

  @Test
  void anExampleWithoutAStatusIsRefused() {
    assertThatThrownBy(() -> CurlExample.of("    curl -s http://127.0.0.1:8080/alive"))
        .hasMessageContaining("status");
  }

  @Test
  void aFieldOfAnAnswerMayBeKept() {
    String text =
        "    A=$(curl -s -d '{\"a\":\n  1}' \\\n  http://h/x | jq -r '.a[0].b')   # 201: so";
    assertThat(CurlExample.of(text))
        .containsExactly(
            new CurlExample("A", "/a/0/b", "curl -s -d '{\"a\":\n1}' http://h/x", 201));
  }
}
