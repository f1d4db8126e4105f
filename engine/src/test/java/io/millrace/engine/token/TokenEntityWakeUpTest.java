package io.millrace.engine.token;

import static io.millrace.engine.token.TestStep.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.TestSql;
import io.millrace.engine.task.Outcome;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenEntityWakeUpTest extends TokenEntityTestBase {

  @Test
  void aRetryIsBookedAndStartsWhenItIsDue() throws Exception {
    Duration delay = Duration.ofMinutes(2);
    kit.put(step("load", "step/a").retries(delay), step("alarm").failures("step/load"));
    kit.arrive("load", "step/a");
    assertThat(kit.dueAt("load"))
        .as("should nothing be heard of it")
        .isEqualTo(clock.instant().plus(TestStep.TIMEOUT).plus(delay));
    kit.finish("load", Outcome.failure("no"));
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    assertThat(kit.dueAt("load")).isEqualTo(clock.instant().plus(delay));
    clock.pass(delay);
    kit.restart("load");
    kit.wake("load");
    assertThat(kit.tasks("load"))
        .extracting(task -> task.origin().attemptNo())
        .containsExactly(2, 1);
    assertThat(kit.dueAt("load")).isNull();
    kit.finish("load", Outcome.failure("no"));
    kit.untilDelivered("load");
    assertThat(kit.row("load")).isEqualTo("FAILED 0");
    assertThat(kit.row("alarm")).isEqualTo("ACTIVE 0");
  }

  @Test
  void aWakeUpFromANodeWhoseClockIsAheadStartsTheRetry() throws Exception {
    Duration delay = Duration.ofMinutes(2);
    kit.put(step("load", "step/a").retries(delay));
    kit.arrive("load", "step/a");
    kit.finish("load", Outcome.failure("no"));
    clock.pass(delay.minusMillis(3));
    kit.wake("load", clock.instant().plusMillis(3));
    assertThat(kit.tasks("load"))
        .extracting(task -> task.origin().attemptNo())
        .containsExactly(2, 1);
  }

  @Test
  void whatStartsAgainWithTheEndOfTheOneBeforeIsBookedAnew() throws Exception {
    Duration delay = Duration.ofMinutes(2);
    kit.put(step("load", "step/a", "step/b").threshold(1).retries(delay));
    kit.arrive("load", "step/a");
    kit.arrive("load", "step/b");
    assertThat(kit.row("load")).isEqualTo("ACTIVE 1");
    clock.pass(delay);
    kit.finish("load", Outcome.success());
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    assertThat(kit.dueAt("load")).isEqualTo(clock.instant().plus(TestStep.TIMEOUT).plus(delay));
  }

  @Test
  void aWakeUpReachesANodeThatHasNotHeardOfTheChange() throws Exception {
    kit.put(step("load", "step/a", "step/b"));
    kit.arrive("load", "step/a");
    kit.jobs.put(kit.job, step("load", "step/a"));
    kit.wake("load");
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
  }

  @Test
  void aWakeUpWithNothingToDoLeavesTheDueIndex() throws Exception {
    kit.put(step("load", "step/a", "step/b"));
    kit.arrive("load", "step/a");
    insertDue("load");
    kit.wake("load");
    assertThat(kit.dueAt("load")).isNull();
    assertThat(kit.row("load")).isEqualTo("WAITING 1");
    insertDue("nobody");
    kit.wake("nobody");
    assertThat(kit.dueAt("nobody")).isNull();
  }

  @Test
  void aPausedJobStartsNothingUntilItGoesOn() throws Exception {
    kit.put(step("load", "step/a"));
    kit.jobs.pause(kit.job, true);
    kit.known.catchUp(kit.jobs);
    kit.arrive("load", "step/a");
    assertThat(kit.row("load")).isEqualTo("WAITING 1");
    kit.wake("load");
    assertThat(kit.sent).isEmpty();
    kit.jobs.pause(kit.job, false);
    insertDue("load");
    kit.wake("load");
    assertThat(kit.row("load")).isEqualTo("ACTIVE 0");
    assertThat(kit.dueAt("load")).isNull();
  }

  private void insertDue(String step) throws SQLException {
    TestSql.execute(
        journal.database,
        "insert into due (owner, at, schedule) values ('%s', '2026-03-01T12:00:00Z', '')"
            .formatted(kit.id(step).owner()));
  }
}
