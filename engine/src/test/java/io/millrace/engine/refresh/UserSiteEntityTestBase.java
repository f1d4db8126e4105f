package io.millrace.engine.refresh;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The entity on a real journal. */
abstract class UserSiteEntityTestBase {
  static final Policy BY_HAND = policy(null);
  static final Policy HOURLY = policy(new IntervalSchedule(Duration.ofHours(1), Instant.EPOCH));

  static JournalKit journal;

  final TestClock clock = new TestClock();
  UserSiteKit kit;

  static Policy policy(Schedule schedule) {
    return Policy.of(schedule, Duration.ofMinutes(10));
  }

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void spawn() {
    kit = new UserSiteKit(journal, clock);
  }
}
