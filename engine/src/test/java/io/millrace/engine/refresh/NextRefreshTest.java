package io.millrace.engine.refresh;

import static io.millrace.engine.task.TaskReason.PLAN;
import static io.millrace.engine.task.TaskReason.RETRY;
import static io.millrace.engine.task.TaskReason.SCHEDULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.NextRefresh.SkippedTime;
import io.millrace.engine.refresh.RefreshRule.RuleVerdict;
import io.millrace.engine.schedule.IntervalSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of the coming times a refresh really uses. */
class NextRefreshTest {
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
  private static final Policy HOURLY =
      Policy.of(new IntervalSchedule(Duration.ofHours(1), MIDNIGHT), Duration.ofMinutes(1));

  private static Instant at(String time) {
    return Instant.parse("2026-03-01T" + time + ":00Z");
  }

  private static RuleVerdict blocks(RefreshRule rule, Instant until) {
    return new RuleVerdict(rule, false, true, Map.of(), until);
  }

  private static NextRefresh next(List<RuleVerdict> verdicts, Booking booked, String... minutes) {
    List<Instant> plan = List.of(minutes).stream().map(NextRefreshTest::at).toList();
    return NextRefresh.of(verdicts, booked, HOURLY, plan, null);
  }

  @Test
  void theFirstTimeRunsIfNoRuleBlocks() {
    RuleVerdict passes =
        new RuleVerdict(RefreshRule.SITE_IN_MAINTENANCE, true, true, Map.of(), null);
    assertThat(next(List.of(passes), Booking.planned(at("10:00")), "09:20"))
        .isEqualTo(new NextRefresh(at("09:20"), PLAN, List.of()));
    assertThat(next(List.of(passes), Booking.retry(at("09:10")), "09:20"))
        .isEqualTo(new NextRefresh(at("09:10"), RETRY, List.of()));
    assertThat(next(List.of(), Booking.planned(null)).at()).isNull();
  }

  @Test
  void timesWithinAWindowAreSkippedUntilItsEnd() {
    RuleVerdict mfa = blocks(RefreshRule.RECENTLY_REQUIRED_MFA, at("11:30"));
    assertThat(next(List.of(mfa), Booking.planned(at("10:00")), "09:20", "11:20", "13:20"))
        .isEqualTo(
            new NextRefresh(
                at("12:00"),
                SCHEDULE,
                List.of(
                    new SkippedTime(at("09:20"), PLAN, "recently-required-mfa", at("11:30")),
                    new SkippedTime(at("10:00"), SCHEDULE, "recently-required-mfa", at("11:30")),
                    new SkippedTime(at("11:20"), PLAN, "recently-required-mfa", at("11:30")))));
  }

  @Test
  void theEndOfAWindowIsNotInIt() {
    RuleVerdict mfa = blocks(RefreshRule.RECENTLY_REQUIRED_MFA, at("11:00"));
    assertThat(next(List.of(mfa), Booking.planned(at("10:00"))).at()).isEqualTo(at("11:00"));
  }

  @Test
  void aRuleThatBindsOnlyThePlanLeavesTheScheduleAlone() {
    RuleVerdict lately = blocks(RefreshRule.RECENTLY_REFRESHED, at("09:30"));
    NextRefresh next = next(List.of(lately), Booking.planned(at("09:25")), "09:20");
    assertThat(next.at()).isEqualTo(at("09:25"));
    assertThat(next.skips()).extracting(SkippedTime::reason).containsExactly(PLAN);
  }

  @Test
  void aRuleWithoutEndSkipsEveryTime() {
    RuleVerdict maintenance = blocks(RefreshRule.SITE_IN_MAINTENANCE, null);
    NextRefresh next = next(List.of(maintenance), Booking.planned(at("10:00")), "09:20");
    assertThat(next.at()).isNull();
    assertThat(next.skips()).hasSize(5);
    assertThat(next.skips().get(0))
        .isEqualTo(new SkippedTime(at("09:20"), PLAN, "site-in-maintenance", null));
  }

  @Test
  void aRuleForUsersSkipsOnlyThePlan() {
    NextRefresh next =
        NextRefresh.of(
            List.of(), Booking.planned(at("10:00")), HOURLY, List.of(at("09:20")), "user-blocked");
    assertThat(next.at()).isEqualTo(at("10:00"));
    assertThat(next.skips()).extracting(SkippedTime::rule).containsExactly("user-blocked");
  }

  @Test
  void aLongWindowOverAShortScheduleIsWalkedInOneStep() {
    Policy everySecond =
        Policy.of(new IntervalSchedule(Duration.ofSeconds(1), MIDNIGHT), Duration.ofMinutes(1));
    RuleVerdict mfa = blocks(RefreshRule.RECENTLY_REQUIRED_MFA, at("23:00"));
    NextRefresh next =
        NextRefresh.of(List.of(mfa), Booking.planned(at("10:00")), everySecond, List.of(), null);
    assertThat(next.at()).isEqualTo(at("23:00"));
    assertThat(next.skips()).hasSize(1);
  }
}
