package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.refresh.UserSiteScenario.ScenarioLine;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario on the real entity and a real journal, restarted between any two steps. */
class ScenarioTest {
  private static JournalKit journal;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @ParameterizedTest
  @MethodSource("io.millrace.engine.refresh.UserSiteScenario#all")
  void goesAsItIsWritten(UserSiteScenario scenario) {
    run(scenario, step -> false);
  }

  @ParameterizedTest
  @MethodSource("io.millrace.engine.refresh.UserSiteScenario#all")
  void goesTheSameWayWithARestartAfterEveryStep(UserSiteScenario scenario) {
    run(scenario, step -> true);
  }

  @ParameterizedTest
  @MethodSource("io.millrace.engine.refresh.UserSiteScenario#all")
  void goesTheSameWayWithOneRestartAfterAnyStep(UserSiteScenario scenario) {
    for (int i = 0; i < scenario.steps().size(); i++) {
      int only = i;
      run(scenario, step -> step == only);
    }
  }

  private static void run(UserSiteScenario scenario, IntPredicate restart) {
    TestClock clock = new TestClock(UserSiteScenario.time("00:00"));
    UserSiteKit kit = new UserSiteKit(journal, clock);
    kit.define(scenario.policy());
    List<UUID> attempts = new ArrayList<>();
    for (int i = 0; i < scenario.steps().size(); i++) {
      ScenarioLine step = scenario.steps().get(i);
      clock.pass(Duration.between(clock.instant(), step.at()));
      act(step, kit, attempts);
      assertThat(UserSiteScenario.text(kit.state()))
          .as("%s, after %s", scenario, step)
          .isEqualTo(step.then());
      if (restart.test(i)) {
        kit.restart();
      }
    }
    assertThat(due(kit)).isEqualTo(kit.state().refreshAt());
  }

  private static void act(ScenarioLine step, UserSiteKit kit, List<UUID> attempts) {
    UserSite before = kit.state();
    switch (step.does()) {
      case "by hand" -> kit.byHand();
      case "due" -> kit.wake();
      case "saved" -> kit.tell(UserSiteCommand.Save::new);
      case "stale" -> assertThat(kit.finish(UUID.randomUUID(), Outcome.success())).isFalse();
      case "old" -> assertThat(kit.finish(attempts.get(0), Outcome.success())).isFalse();
      default -> assertThat(kit.finish(before.attempt().uid(), outcome(step.does()))).isTrue();
    }
    UserSite after = kit.state();
    if (after.attempt() != null && !after.attempt().equals(before.attempt())) {
      attempts.add(after.attempt().uid());
    }
  }

  private static Outcome outcome(String word) {
    return switch (word) {
      case "success" -> Outcome.success();
      case "failure" -> Outcome.failure("no answer");
      case "timeout" -> Outcome.timeout("late");
      case "rejected" -> Outcome.rejected("no such account");
      case "canceled" -> Outcome.canceled("by hand");
      default -> throw new AssertionError(word);
    };
  }

  private static Instant due(UserSiteKit kit) {
    try {
      return kit.dueAt();
    } catch (java.sql.SQLException fault) {
      throw new AssertionError(fault);
    }
  }
}
