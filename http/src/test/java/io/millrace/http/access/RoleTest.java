package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.EndpointSample;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every role at every route. */
class RoleTest {
  private static final Pattern CODE =
      Pattern.compile("`(?:(GET|POST|PUT|DELETE|PATCH) ?)?(/[^`?]*)?[^`]*`");

  private static final Map<Role, TestClient> CLIENTS = new EnumMap<>(Role.class);
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    for (Role role : Role.values()) {
      CLIENTS.put(role, node.as(role));
    }
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  static Stream<EndpointSample> endpoints() {
    return EndpointSample.ALL.stream();
  }

  private static Answer send(TestClient client, EndpointSample endpoint) {
    // With its query: a claim would wait.
    String path = endpoint.path("x") + (endpoint.query().isEmpty() ? "" : "?" + endpoint.query());
    return client.send(client.request(path).method(endpoint.method(), BodyPublishers.noBody()));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void aRouteIsOpenToItsRolesAndToNobodyElse(EndpointSample endpoint) {
    CLIENTS.forEach(
        (role, client) -> {
          Answer answer = send(client, endpoint);
          if (endpoint.roles().isEmpty() || endpoint.roles().contains(role)) {
            assertThat(answer.status()).as(role + ": " + endpoint).isNotIn(401, 403, 405, 500);
          } else {
            assertThat(answer.status()).as(role + ": " + endpoint).isEqualTo(403);
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.text("type")).isEqualTo("/problems/forbidden");
            assertThat(answer.text("detail")).contains("the role " + role.text() + ";");
            endpoint
                .roles()
                .forEach(would -> assertThat(answer.text("detail")).contains(would.text()));
          }
        });
    int anonymous = send(node.anonymous(), endpoint).status();
    if (endpoint.roles().isEmpty()) {
      assertThat(anonymous).isEqualTo(200);
    } else {
      assertThat(anonymous).isEqualTo(401);
    }
  }

  @Test
  void noWayToWriteAPathGetsAroundItsRole() {
    for (String path : List.of("/tokens/", "/%74okens", "//tokens", "/x/../tokens", "/./tokens")) {
      assertThat(CLIENTS.get(Role.OPERATOR).get(path).status()).as(path).isIn(403, 404);
    }
    TestClient worker = CLIENTS.get(Role.WORKER);
    for (String path : List.of("/tasks/x/cancel", "/tasks/finish/cancel", "/tasks/finish")) {
      assertThat(worker.post(path).status()).as(path).isEqualTo(403);
    }
    assertThat(worker.get("/no/such/route").status()).isEqualTo(403);
    assertThat(CLIENTS.get(Role.VIEWER).get("/no/such/route").status()).isEqualTo(404);
  }

  @Test
  void everyRouteOfTheDocumentationIsInTheListAndTheOtherWayRound() throws Exception {
    Set<String> listed =
        EndpointSample.ALL.stream()
            .map(EndpointSample::shape)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(documented()).isEqualTo(listed);
  }

  /** A row may name several paths for one method, and the next one "`GET` of the same". */
  private static Set<String> documented() throws Exception {
    Set<String> found = new TreeSet<>();
    List<String> before = List.of();
    for (String line : Files.readAllLines(Path.of("..", "docs", "api-reference.md"))) {
      boolean isRow = line.startsWith("| `");
      List<String> paths = new ArrayList<>();
      String method = null;
      Matcher code = CODE.matcher(isRow ? line.split("(?<!\\\\)\\|")[1] : line);
      while (code.find()) {
        method = code.group(1) == null ? method : code.group(1);
        if (method != null && code.group(2) != null && (isRow || code.group(1) != null)) {
          paths.add(code.group(2));
        }
      }
      if (isRow && method != null && paths.isEmpty()) {
        paths.addAll(before);
      }
      for (String path : paths) {
        found.add(new EndpointSample(method, path, Set.of()).shape());
      }
      before = isRow ? paths : before;
    }
    return found;
  }
}
