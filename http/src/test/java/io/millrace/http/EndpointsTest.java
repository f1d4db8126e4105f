package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RequestEntityAcceptances;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.EndpointMatch;
import io.millrace.http.endpoint.Endpoints;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.Permission;
import io.millrace.http.endpoint.RequestKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The declared endpoints, and how a request finds its own. */
class EndpointsTest {
  private static final Endpoints API = new Endpoints(endpoints());

  static List<Endpoint> endpoints() {
    return ApiRoutes.ENDPOINTS.stream().map(EndpointHandler::endpoint).toList();
  }

  private static EndpointMatch match(String method, String path) {
    AtomicReference<EndpointMatch> found = new AtomicReference<>();
    HttpRequest request =
        HttpRequest.create(path)
            .withMethod(
                HttpMethods.lookup(method)
                    .orElseGet(
                        () ->
                            HttpMethods.custom(
                                method, false, false, RequestEntityAcceptances.Expected, true)));
    try {
      API.attaching(
              attached -> {
                found.set(EndpointMatch.of(attached));
                return CompletableFuture.completedFuture(HttpResponse.create());
              })
          .apply(request);
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
    return found.get();
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void everyEndpointIsFoundByItsOwnPath(Endpoint endpoint) {
    EndpointMatch match = match(endpoint.method(), endpoint.path().replaceAll("\\{[^}]*}", "x"));
    assertThat(match.served()).isTrue();
    assertThat(match.endpoint()).isEqualTo(endpoint);
    assertThat(match.template()).isEqualTo(endpoint.path());
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void onlyListsHavePages(Endpoint endpoint) {
    String query = new EndpointSample(endpoint).query();
    assertThat(List.of(query.split("&")).stream().anyMatch(it -> it.startsWith("limit=")))
        .isEqualTo(!endpoint.page().equals(PageSize.NONE));
  }

  @Test
  void onlyTheseNeedNoToken() {
    assertThat(endpoints())
        .filteredOn(endpoint -> endpoint.permission() == Permission.OPEN)
        .extracting(endpoint -> endpoint.method() + " " + endpoint.path())
        .containsExactlyInAnyOrder(
            "GET /", "GET /openapi.yaml", "GET /alive", "GET /ready", "GET /metrics");
  }

  @Test
  void theVariablesOfAPathAreDecodedAndInTheirOrder() {
    assertThat(match("GET", "/sources/a%2Fb/collections/c%20d").variables())
        .containsExactly("a/b", "c d");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /workers/w/claims, REPORT",
    "POST, /workers/w/heartbeat, REPORT",
    "POST, /tasks/t/logs, REPORT",
    "POST, /tasks/t/progress, REPORT",
    "POST, /tasks/t/finish, REPORT",
    "POST, /flow-control/requests, REPORT",
    "POST, /flow-control/releases, REPORT",
    "POST, /flow-control/heartbeats, REPORT",
    "POST, /flow-control/pools, OPERATE",
    "POST, /flow-control/pools/requests, OPERATE",
    "POST, /tasks/t/cancel, OPERATE",
    "POST, /tasks/finish, OPERATE",
    "POST, /x/tasks/t/finish, OPERATE",
    "PUT, /tasks/t/finish, OPERATE",
    "DELETE, /workers/w, OPERATE",
    "GET, /workers/w/claims, READ",
    "GET, /tasks/t/logs, READ",
    "HEAD, /anything, READ",
    "GET, /anything/new, READ",
    "POST, /anything/new, OPERATE",
    "OPTIONS, /anything, OPERATE",
    "get, /anything, OPERATE",
    "GET, /tokens, MANAGE_TOKENS",
    "GET, http://h//tokens, MANAGE_TOKENS",
    "GET, /tokens/, MANAGE_TOKENS",
    "GET, /%74okens, MANAGE_TOKENS",
    "HEAD, /tokens/t, MANAGE_TOKENS",
    "POST, /tokens/t/finish, MANAGE_TOKENS",
    "POST, /, OPERATE",
    "GET, /alive/, READ",
    "GET, http://h//alive, READ"
  })
  void aRequestNeedsWhatItsEndpointDeclaresAndAnUndeclaredOneIsNeverOpen(
      String method, String path, Permission permission) {
    assertThat(match(method, path).endpoint().permission()).isEqualTo(permission);
    assertThat(match(method, path).isOpen()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /workers/w/claims, LONG_POLL",
    "POST, /flow-control/requests, LONG_POLL",
    "POST, /workers/w/heartbeat, REPORT",
    "POST, /flow-control/heartbeats, REPORT",
    "POST, /flow-control/releases, REPORT",
    "POST, /tasks/t/finish, REPORT",
    "POST, /tasks/t/progress, REPORT",
    "POST, /tasks/t/logs, REPORT",
    "GET, /tasks/t/logs, REQUEST",
    "POST, /tasks, REQUEST",
    "PUT, /sources, REQUEST"
  })
  void heartbeatsAndReportsTakeNoPlaceOfClaims(String method, String path, RequestKind kind) {
    assertThat(match(method, path).endpoint().kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/tasks, /tasks",
    "/tasks/, /tasks",
    "/tasks/a_b_c, /tasks/{id}",
    "/jobs/7c6e, /jobs/{id}",
    "/sources/a/collections/b/explain, /sources/{source}/collections/{collection}/explain",
    "/workers/w/claims, /workers/{id}/claims",
    "/page/1f/app.js, unknown",
    "/wp-login.php, unknown",
    "/tasks/1/2/3, unknown"
  })
  void aPathHasTheTemplateThatSpellsMostOfItOut(String path, String template) {
    assertThat(match("GET", path).template()).isEqualTo(template);
  }

  @Test
  void aLiteralGoesBeforeAVariable() {
    assertThat(match("POST", "/jobs/check").template()).isEqualTo("/jobs/check");
    assertThat(match("GET", "/jobs/check").endpoint().path())
        .as("a job of that name is looked for")
        .isEqualTo("/jobs/{id}");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /tasks/, true",
    "GET, http://h//tasks, false",
    "GET, /tasks//, false",
    "GET, /tasks/x/, false",
    "GET, /tasks//x, false",
    "GET, /session/, false",
    "GET, /alive/, false",
    "POST, /import/, false"
  })
  void aSlashMayFollowOnlyWhereItIsDeclared(String method, String path, boolean served) {
    assertThat(match(method, path).served()).isEqualTo(served);
  }

  @Test
  void onlyAServedRequestHasTheBodyLimitOfItsEndpoint() {
    assertThat(match("PUT", "/sources").body().most()).isEqualTo(8 * 1024 * 1024);
    assertThat(match("POST", "/import").isStreamed()).isTrue();
    assertThat(match("POST", "/import/").isStreamed()).isFalse();
    assertThat(match("POST", "/import/").body()).isEqualTo(BodyLimit.USUAL);
    assertThat(match("POST", "/anything").body()).isEqualTo(BodyLimit.USUAL);
  }

  @Test
  void theOtherMethodsOfAPathAreNamed() {
    assertThat(match("PATCH", "/user-sites/x").others())
        .extracting(Endpoint::method)
        .containsExactlyInAnyOrder("GET", "PUT", "DELETE");
    assertThat(match("PATCH", "/anything").others()).isEmpty();
  }

  @Test
  void anEndpointIsDeclaredOnce() {
    assertThatThrownBy(() -> new Endpoints(List.of(Endpoint.get("/a"), Endpoint.get("/a"))))
        .hasMessageContaining("declared twice");
    assertThatThrownBy(
            () -> new Endpoints(List.of(Endpoint.get("/a/{id}"), Endpoint.put("/a/{name}"))))
        .hasMessageContaining("names its variables");
    assertThatThrownBy(() -> Endpoint.get("/a/{id}").to((String routes) -> null))
        .hasMessageContaining("variables");
  }
}
