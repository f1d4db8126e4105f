package io.millrace.http.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Callers who are not heard of any more, on a whole node whose clock is moved by hand. */
class ChannelLeaseTest {
  private static final TestClock CLOCK = new TestClock();
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("", CLOCK);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void pass(String duration) {
    CLOCK.pass(Duration.parse(duration));
  }

  /** To the node a jump of its clock is a pause: what ran out meanwhile has its grace again. */
  private static void awaitFailed(TestCallers callers, String taskId) {
    TestCallers.patiently()
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              pass("PT1S");
              return callers.status(taskId).equals("FAILED");
            });
  }

  private static Answer message(String taskId) {
    return node.client.get("/tasks/" + taskId);
  }

  @Test
  void aLeaseThatRunsOutEndsTheTaskAndTheNextHasItsChannel() {
    TestCallers callers = TestCallers.of(node, 1);
    String silent = callers.obtain("a").text("taskId");
    String next = callers.wait("b", ",'callbackUrl':'http://127.0.0.1:1/'");
    pass("PT10M6S");
    awaitFailed(callers, silent);
    assertThat(message(silent).text("message")).isEqualTo("The lease ran out");
    callers.awaitStatus(next, "RUNNING");
    assertThat(callers.heartbeat("a").status()).isEqualTo(404);
    assertThat(callers.release("a")).isFalse();
  }

  @Test
  void aHeartbeatKeepsItForAnotherLease() {
    TestCallers callers = TestCallers.of(node, 2);
    Answer alive = callers.obtain("alive");
    String silent = callers.obtain("silent").text("taskId");
    pass("PT9M");
    Answer beaten = callers.heartbeat("alive");
    assertThat(beaten.status()).isEqualTo(200);
    assertThat(beaten.text("deadline"))
        .isEqualTo(Json.time(CLOCK.instant().plus(Duration.ofMinutes(10))));
    assertThat(callers.ask("alive").json()).isEqualTo(beaten.json());
    pass("PT9M");
    awaitFailed(callers, silent);
    assertThat(callers.status(alive.text("taskId"))).isEqualTo("RUNNING");
    pass("PT2M");
    awaitFailed(callers, alive.text("taskId"));
  }

  @Test
  void whatIsStoredCountsIfThePoolHasNotHeardOfAHeartbeat() throws SQLException {
    TestCallers callers = TestCallers.of(node, 2);
    String alive = callers.obtain("alive").text("taskId");
    String silent = callers.obtain("silent").text("taskId");
    TestSql.execute(
        node.database,
        "update task set deadline = deadline + interval '10 min' where attempt_uid = '%s'"
            .formatted(alive.substring(alive.length() - 36)));
    pass("PT11M");
    awaitFailed(callers, silent);
    assertThat(callers.status(alive)).isEqualTo("RUNNING");
    pass("PT10M");
    awaitFailed(callers, alive);
  }

  @Test
  void whatEndedWithoutThePoolHearingOfItHoldsNoChannelForLong() throws SQLException {
    TestCallers callers = TestCallers.of(node, 1);
    String held = callers.obtain("a", "job_a", ",'lease':'24h'").text("taskId");
    String waited = callers.wait("b", ",'lease':'24h'");
    String last = callers.wait("c", ",'callbackUrl':'http://127.0.0.1:1/'");
    endUnheard(held);
    endUnheard(waited);
    TestCallers.patiently()
        .until(
            () -> {
              pass("PT61S"); // the first look frees the one, the next the other
              return callers.status(last).equals("RUNNING");
            });
    assertThat(callers.status(held)).isEqualTo("SUCCESS");
    assertThat(callers.status(waited)).isEqualTo("SUCCESS");
  }

  @Test
  void aPoolWithoutOpenTasksIsRemovedEvenIfItHasNotHeardOfTheLastEnd() throws SQLException {
    TestCallers callers = TestCallers.of(node, 1);
    String held = callers.obtain("a", "job_a", ",'lease':'24h'").text("taskId");
    Answer inUse = node.client.delete("/flow-control/pools/" + callers.pool);
    assertThat(inUse.status()).isEqualTo(409);
    assertThat(inUse.text("detail")).endsWith("1 task runs or waits in it");
    endUnheard(held);
    assertThat(node.client.delete("/flow-control/pools/" + callers.pool).status()).isEqualTo(204);
  }

  /** As if the node had died after it stored the end. */
  private static void endUnheard(String taskId) throws SQLException {
    String where = " where attempt_uid = '" + taskId.substring(taskId.length() - 36) + "';";
    TestSql.execute(
        node.database,
        "update task set status = 'SUCCESS'"
            + where
            + "delete from open_task"
            + where
            + "delete from channel_requests"
            + where);
  }

  @Test
  void whoWaitsHasNoLeaseToKeep() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a");
    callers.wait("b", "");
    Answer answer = callers.heartbeat("b");
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text("type")).endsWith("still-waiting");
  }

  @Test
  void aRequestThatIsNotAskedForAgainIsGivenUpAndBlocksNobody() {
    TestCallers callers = TestCallers.of(node, 1);
    String holds = callers.obtain("holds").text("taskId");
    String dead = callers.wait("dead", "");
    String patient = callers.wait("patient", "");
    String called = callers.wait("called", ",'callbackUrl':'http://127.0.0.1:1/'");
    TestCallers.patiently()
        .until(
            () -> {
              pass("PT3S");
              callers.wait("patient", "");
              return callers.status(dead).equals("CANCELED");
            });
    assertThat(message(dead).text("message")).startsWith("Given up");
    assertThat(callers.status(patient)).isEqualTo("SCHEDULED");
    assertThat(callers.status(called)).isEqualTo("SCHEDULED");
    assertThat(callers.status(holds)).isEqualTo("RUNNING");

    callers.release("holds");
    assertThat(callers.obtain("patient").text("taskId")).isEqualTo(patient);
    assertThat(callers.wait("dead", "")).as("a new request").isNotEqualTo(dead);
  }

  @Test
  void aWaitThatIsOverIsAnsweredThatItStillWaits() {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a", "job", ",'lease':'24h'");
    String waiting = callers.wait("b", ",'callbackUrl':'http://127.0.0.1:1/'");
    Answer answer = afterItsWait(callers.await("b"));
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.text("taskId")).isEqualTo(waiting);
  }

  @Test
  void whoIsWaitingHearsThatHisRequestWasCanceled() throws SQLException {
    TestCallers callers = TestCallers.of(node, 1);
    callers.obtain("a", "job", ",'lease':'24h'");
    String waiting = callers.wait("b", "");
    CompletableFuture<Answer> asked = callers.await("b");
    String asksUntil = Json.time(CLOCK.instant().plus(Duration.ofMinutes(2)));
    TestCallers.patiently()
        .until(
            () ->
                TestSql.value(
                        node.database,
                        "select count(*) from channel_requests where pool = '%s' and wanted_until = '%s'"
                            .formatted(callers.pool, asksUntil))
                    .equals("1"));
    node.client.post("/tasks/" + waiting + "/cancel");
    Answer answer = afterItsWait(asked);
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text("type")).endsWith("request-ended");
    assertThat(answer.text("detail")).contains(waiting);
  }

  /** The clock may be moved before the request has come. */
  private static Answer afterItsWait(CompletableFuture<Answer> asked) {
    TestCallers.patiently()
        .until(
            () -> {
              pass("PT30S");
              return asked.isDone();
            });
    return asked.join();
  }
}
