package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.DocsText;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.EndpointMatch;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What /metrics has, and that docs/operations.md says so. */
class MetricsTest {
  private static final String OWN = "\\bmillrace_[a-z0-9_]*[a-z0-9]";
  private static final String OTHERS =
      "(?<=`)(jvm|process|system|hikaricp|http_server)_[a-z0-9_]*\\*?(?=[`{])";

  /**
   * Such as {@code Counter.builder("millrace.flow.grants")}: some are there only after an event.
   */
  private static final String REGISTERED = "(Counter|Timer)\\.builder\\(\\s*\"([a-z.]*[a-z])\"";

  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        TestNode.start(
            """
            millrace.webhooks.list = [{
              name = ops, url = "http://127.0.0.1:1/", secret = "a-secret-for-tests-only"}]
            """);
    node.client.put("/sources", "sources: {good: {collections: [{name: c}]}}");
    String id = node.client.queue("good", "c");
    await().until(() -> node.client.task(id).path("status").asText().equals("SUCCESS"));
    await().until(() -> scrape().contains("millrace_flow_running{"));
    System.gc(); // a pause is there only after one
    await().until(() -> scrape().contains("jvm_gc_pause_seconds"));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String scrape() {
    return node.anonymous().get("/metrics").response().body();
  }

  /** Families, and every name that a line begins with. */
  private static Set<String> exported() {
    Set<String> names = new TreeSet<>();
    DocsText.found("(?m)^# TYPE (\\S+) ", scrape()).forEach(type -> names.add(type.group(1)));
    return names;
  }

  private static Set<String> registered() {
    return DocsText.found(REGISTERED, DocsText.program())
        .map(
            meter ->
                meter.group(2).replace('.', '_')
                    + (meter.group(1).equals("Counter") ? "_total" : "_seconds"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyMetricThatIsDocumentedExists() {
    Set<String> known = exported();
    known.addAll(registered());
    assertThat(DocsText.named(OWN, DocsText.pages())).isNotEmpty().isSubsetOf(known);
    assertThat(DocsText.named(OTHERS, DocsText.pages()))
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(known)
                    .anyMatch(
                        one ->
                            name.endsWith("*")
                                ? one.startsWith(name.substring(0, name.length() - 1))
                                : one.equals(name)));
  }

  @Test
  void everyMetricThatExistsIsDocumented() {
    Set<String> own = DocsText.named(OWN, DocsText.pages());
    Set<String> others = DocsText.named(OTHERS, DocsText.pages());
    Set<String> all = exported();
    all.addAll(registered());
    assertThat(all)
        .allSatisfy(
            name ->
                assertThat(name)
                    .matches(
                        one ->
                            own.contains(one)
                                || own.contains(one.replaceAll("_max$", ""))
                                || others.stream().anyMatch(other -> covers(other, one)),
                        "is in docs/operations.md, Watching it"));
  }

  private static boolean covers(String documented, String name) {
    return documented.endsWith("*")
        ? name.startsWith(documented.substring(0, documented.length() - 1))
        : name.equals(documented) || name.equals(documented + "_max");
  }

  @Test
  void aRequestIsTimedByItsRouteMethodAndStatusAndWhatIsNoRouteCountsAsOne() {
    node.client.get("/tasks/good_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
    node.client.get("/jobs/nonsense/tokens");
    for (int i = 0; i < 3; i++) {
      node.client.get("/no/such/" + i);
    }
    String scrape = scrape();
    assertThat(scrape)
        .contains(count("GET", "/tasks/{id}", 404, 1))
        .contains(count("GET", "/jobs/{id}/tokens", 404, 1))
        .contains(count("POST", "/tasks", 201, 1))
        .contains(count("GET", EndpointMatch.UNKNOWN, 404, 3))
        .contains("http_server_requests_seconds_bucket{method=\"GET\",route=\"/tasks/{id}\"")
        .contains("http_server_requests_in_flight 1.0")
        .doesNotContain("/no/such");
  }

  private static String count(String method, String route, int status, int times) {
    return "http_server_requests_seconds_count{method=\"%s\",route=\"%s\",status=\"%d\"} %d"
        .formatted(method, route, status, times);
  }

  @Test
  void theJvmTheProcessTheConnectionsAndTheReleaseAreThere() {
    assertThat(scrape())
        .contains("jvm_memory_used_bytes{", "jvm_gc_", "jvm_threads_live_threads")
        .contains("jvm_classes_loaded_classes", "process_cpu_usage", "process_uptime_seconds")
        .contains("process_files_open_files", "hikaricp_connections_active{pool=\"millrace\"}")
        .contains("millrace_build_info{version=\"0.1.0\"} 1");
  }
}
