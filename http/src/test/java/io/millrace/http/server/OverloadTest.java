package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is accepted is never lost, however fast it comes. */
class OverloadTest {
  private static final int SOURCES = 8_000;
  private static final int CLIENTS = 64;

  @Test
  void acceptedTasksSucceedAndOthersAreAnswered503() throws Exception {
    // Fewer places than clients, so that some are refused for sure.
    try (TestNode node = TestNode.start("millrace {http.in-flight = 48, worker.slots = 64}")) {
      String document =
          IntStream.range(0, SOURCES)
              .mapToObj(i -> "  s" + i + ": {collections: [{name: c}]}")
              .collect(Collectors.joining("\n", "sources:\n", "\n"));
      assertThat(node.client.put("/sources", document).status()).isEqualTo(200);

      Set<String> accepted = ConcurrentHashMap.newKeySet();
      AtomicInteger refused = new AtomicInteger();
      AtomicInteger next = new AtomicInteger();
      ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
      List<Callable<Void>> calls =
          Collections.nCopies(
              CLIENTS,
              () -> {
                for (int n = next.getAndIncrement(); n < SOURCES; n = next.getAndIncrement()) {
                  Answer answer = node.client.post("/tasks?source=s" + n + "&collection=c");
                  // 200 = the node itself asked again, and found the task of its first try.
                  if (answer.status() == 201 || answer.status() == 200) {
                    accepted.add(answer.text("task_id"));
                  } else {
                    assertThat(answer.status()).as(answer.response().body()).isIn(429, 503);
                    assertThat(answer.header("Retry-After")).isNotEmpty();
                    refused.incrementAndGet();
                  }
                }
                return null;
              });
      for (Future<Void> client : clients.invokeAll(calls, 5, TimeUnit.MINUTES)) {
        client.get(); // what went wrong for it
      }
      clients.shutdown();

      assertThat(accepted.size() + refused.get()).as("none vanished").isEqualTo(SOURCES);
      assertThat(accepted.size()).as("how many is a matter of speed").isGreaterThanOrEqualTo(48);
      await()
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> succeeded(node) == accepted.size());
      assertThat(all(node)).as("nothing that was not accepted").isEqualTo(accepted.size());
    }
  }

  private static long succeeded(TestNode node) throws SQLException {
    return count(node, "select count(*) from task where status = 'SUCCESS'");
  }

  private static long all(TestNode node) throws SQLException {
    return count(node, "select count(*) from task");
  }

  private static long count(TestNode node, String sql) throws SQLException {
    try (Connection connection = node.database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
