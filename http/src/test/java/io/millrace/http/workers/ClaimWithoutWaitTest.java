package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClaimWithoutWaitTest {
  @Test
  void itIsAnsweredAtOnceAlsoWithinAMillisecond() {
    // The clock stands still, so no later tick of the pool can answer.
    TestClock clock = new TestClock(Instant.parse("2026-03-01T12:00:00.000500Z"));
    try (TestNode node = TestNode.start("", clock)) {
      Answer answer = node.client.post("/workers/w/claims?wait=0s&queue=none");
      assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
      assertThat(answer.json().path("tasks")).isEmpty();
    }
  }
}
