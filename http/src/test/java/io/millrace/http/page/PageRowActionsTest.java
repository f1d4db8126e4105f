package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.database.TestSql;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What can be done where an object is listed. */
class PageRowActionsTest {
  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    node.client.put(
        "/sources",
        """
        sources:
          loose: {collections: [{name: c}]}
          wrong: {collections: [{name: c, run: {process: [sh, -c, "exit 3"]}}]}
        """);
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  private static String ended(String source, String collection, String status) {
    String id = node.client.queue(source, collection);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> node.client.task(id).path("status").asText().equals(status));
    return id;
  }

  @Test
  void aFailedTaskIsRetriedInTheList() {
    String failed = ended("wrong", "c", "FAILED");
    page.go("tasks?source=wrong&status=FAILED").shows("main table", "exit code 3");
    page.click("button[aria-label='Retry wrong / c']");
    page.shows(".said", "It is queued");
    await()
        .until(
            () ->
                node.client.get("/history?source=wrong").json().path("tasks").size() > 1
                    && !node.client
                        .get("/history?source=wrong")
                        .json()
                        .at("/tasks/0/id")
                        .asText()
                        .equals(failed));
    assertThat(page.driver().getCurrentUrl()).contains("tasks?source=wrong");
    ended("loose", "c", "SUCCESS");
    page.go("tasks?source=loose").shows("main table", "loose");
    assertThat(page.texts("main tbody button")).isEmpty();
  }

  @Test
  void aBulkOperationIsAbortedFromThePage() throws Exception {
    String id = "01a1e451-28fe-7f1d-b60d-00000000abcd";
    TestSql.execute(
        node.database,
        """
        insert into bulk_operation (id, action, search, asked_by, asked_at, state, node, claim,
          seen_at, total, more, handled, done, refused)
        values ('%s', 'cancel',
          '{"statuses": ["SCHEDULED"], "start": "2020-01-01T00:00:00Z",
            "end": "2020-01-02T00:00:00Z"}',
          'ann', '2020-01-02 00:00Z', 'running', 'here', 'here', '2100-01-01 00:00Z', 7, false, 3,
          3, '{}')
        """
            .formatted(id));
    page.go("bulk/" + id).shows("main .bulk", "3 of 7 handled");
    page.press("Abort");
    page.shows("main .bulk .badge", "aborting");
    assertThat(page.has("main .bulk button.danger:disabled")).isTrue();
    assertThat(node.client.get("/bulk-operations/" + id).text("state")).isEqualTo("aborting");
    TestSql.execute(node.database, "update bulk_operation set seen_at = '2020-01-01 00:00Z'");
    page.gone("main .bulk button.danger");
  }

  @Test
  void aSourceIsRefreshedAndEnabledInTheList() {
    page.go("sources?kind=collection&search=loose").shows("main table", "loose");
    int before = node.client.get("/history?source=loose").json().path("tasks").size();
    page.click("button[aria-label='Refresh loose / c']");
    page.shows(".said", "It is queued");
    await()
        .until(() -> node.client.get("/history?source=loose").json().path("tasks").size() > before);
    node.client.post("/sources/loose/collections/c/disable", "{\"reason\": \"not now\"}");
    page.click("button[aria-label='Re-enable loose / c']");
    page.sees("button[aria-label='Refresh loose / c']");
    assertThat(node.client.get("/sources/loose/collections/c").text("state")).isEqualTo("idle");
  }

  @Test
  void aViewerIsOfferedNothing() {
    ended("wrong", "c", "FAILED");
    try (BrowserPage viewer =
        BrowserPage.at(node, node.token(Role.VIEWER), "tasks?status=FAILED")) {
      viewer.shows("main table", "wrong");
      assertThat(viewer.texts("main table button")).isEmpty();
      viewer.go("sources?kind=collection").shows("main table", "loose");
      assertThat(viewer.texts("main table button")).isEmpty();
    }
  }
}
