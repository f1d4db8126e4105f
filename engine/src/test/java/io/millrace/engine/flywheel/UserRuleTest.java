package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UserRuleTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration NINETY_DAYS = Duration.ofDays(90);
  private static final FlywheelSettings SETTINGS = PlanStoreTest.settings("");

  private static PlannedUser user(Instant lastLogin, boolean requiresLogin) {
    return new PlannedUser("u", true, false, lastLogin, requiresLogin, true);
  }

  private static UserRule first(PlannedUser user) {
    return UserRule.firstThatSkips(user, SETTINGS, NOON).orElse(null);
  }

  @Test
  void anActiveUserOfAClientWithoutALoginRulePasses() {
    assertThat(first(user(null, false))).isNull();
    assertThat(first(user(Instant.EPOCH, false))).isNull();
  }

  @Test
  void aBlockedUserIsSkipped() {
    assertThat(first(new PlannedUser("u", true, true, NOON, true, true)))
        .isEqualTo(UserRule.USER_BLOCKED);
  }

  @Test
  void whoNeverLoggedInIsSkippedWhereALoginIsRequired() {
    assertThat(first(user(null, true))).isEqualTo(UserRule.NEVER_LOGGED_IN);
  }

  @Test
  void aLoginExactlyTheMaximumAgoPassesAndAMomentEarlierDoesNot() {
    Instant limit = NOON.minus(NINETY_DAYS);
    assertThat(first(user(limit, true))).isNull();
    assertThat(first(user(limit.plusNanos(1), true))).isNull();
    assertThat(first(user(limit.minusNanos(1), true))).isEqualTo(UserRule.NOT_LOGGED_IN_RECENTLY);
  }

  @Test
  void aUserWhoIsNotKnownOrHasNothingToRefreshIsSkipped() {
    assertThat(first(new PlannedUser("u", false, false, null, false, false)))
        .isEqualTo(UserRule.UNKNOWN_USER);
    assertThat(first(new PlannedUser("u", true, false, null, false, false)))
        .isEqualTo(UserRule.NO_USER_SITES);
  }

  @Test
  void theChecksSayWhatTheyLookedAt() {
    assertThat(UserRule.checks(user(null, true), SETTINGS, NOON))
        .extracting(UserRule.UserRuleCheck::rule)
        .containsExactly(UserRule.values());
    UserRule.UserRuleCheck check = UserRule.checks(user(null, true), SETTINGS, NOON).get(2);
    assertThat(check.rule().text()).isEqualTo("never-logged-in");
    assertThat(check.skips()).isTrue();
    assertThat(check.values())
        .containsEntry("requires_recent_login", true)
        .containsEntry("last_login", null)
        .containsEntry("maximum_days_since_last_login", 90L);
  }
}
