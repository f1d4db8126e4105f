package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.flow.PoolState;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many callers at once, and as many as may wait. */
class ChannelCallersTest {
  private static final int CALLERS = 100;

  /** As many at a moment as ran at the start of any of them. */
  private static final String MOST_AT_ONCE =
      """
      select max(n) from (
        select (select count(*) from task o
          where o.started_at <= t.started_at and o.finished_at > t.started_at) n
        from task t where t.source = 'external') x
      """;

  @Test
  void ofAHundredCallersNeverMoreThanTheChannelsThereAreHoldOneAndAllGetTheirTurn()
      throws Exception {
    try (TestNode node = TestNode.start()) {
      TestCallers callers = TestCallers.of(node, TestCallers.seed());
      Random random = new Random(20_261_116);
      String[] systems = {"TDR", "COURTDOC", "other", "another"};
      AtomicInteger holding = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        String token = "t" + i;
        String name = systems[random.nextInt(systems.length)] + "_" + i;
        int heartbeats = random.nextInt(5);
        all.add(
            threads.submit(
                () -> {
                  callers.obtain(token, name, "");
                  most.accumulateAndGet(holding.incrementAndGet(), Math::max);
                  for (int n = 0; n < heartbeats; n++) {
                    assertThat(callers.heartbeat(token).status()).isEqualTo(200);
                  }
                  holding.decrementAndGet();
                  assertThat(callers.release(token)).isTrue();
                }));
      }
      threads.shutdown();
      for (Future<?> one : all) {
        one.get();
      }
      assertThat(most.get()).isBetween(1, 8);
      assertThat(Integer.parseInt(TestSql.value(node.database, MOST_AT_ONCE))).isBetween(1, 8);
      assertThat(TestSql.value(node.database, "select count(*) from task where status = 'SUCCESS'"))
          .isEqualTo(Integer.toString(CALLERS));
      assertThat(TestSql.value(node.database, "select count(*) from channel_requests"))
          .isEqualTo("0");
      assertThat(TestSql.value(node.database, "select count(*) from open_task")).isEqualTo("0");
      TestCallers.patiently().until(() -> state(node, callers).running() == 0);
      assertThat(state(node, callers).waiting()).isZero();
    }
  }

  private static PoolState state(TestNode node, TestCallers callers) {
    return node.engine().pools().state(callers.pool).toCompletableFuture().join().orElseThrow();
  }

  @Test
  void whoWaitsTakesNoPlaceOfThoseWhoDoNotAndBeyondTheBoundIsRefused() {
    try (TestNode node = TestNode.start("millrace.http {in-flight = 1, long-polls = 1}")) {
      TestCallers callers = TestCallers.of(node, 1);
      callers.obtain("a");
      String waiting = callers.wait("b", "");
      var asked = callers.await("b");
      TestCallers.patiently().until(() -> callers.ask("c").status() == 503);
      Answer refused = callers.ask("c");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isNotEmpty();
      assertThat(callers.status(waiting)).isEqualTo("SCHEDULED");
      assertThat(callers.release("a")).isTrue();
      assertThat(asked.join().status()).isEqualTo(200);
    }
  }
}
