package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RefreshRuleTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final ThrottlingSettings THROTTLING =
      new ThrottlingSettings(Set.of("evil"), Duration.ofSeconds(1_200), Duration.ofDays(1));

  private static Site site(String provider, boolean maintenance, boolean supported) {
    return new Site("bank", provider, maintenance, supported, true, Policy.DEFAULT, Work.NOOP);
  }

  private static UserSiteFacts facts(
      ConnectionStatus status, boolean migrating, Instant last, Instant mfa) {
    return new UserSiteFacts(status, migrating, last, mfa);
  }

  private static final Site GOOD_SITE = site("good", false, true);
  private static final UserSiteFacts GOOD = facts(ConnectionStatus.CONNECTED, false, null, null);

  private static UserSite disabled() {
    return UserSite.NEW.toBuilder().disabled(new DisabledState(NOON, "no", "")).build();
  }

  private static UserSite running() {
    Attempt attempt =
        Attempt.of(
            new UUID(1, 1),
            1,
            TaskReason.PLAN,
            new TaskRoute(200, "DEFAULT", "default", ""),
            Duration.ofHours(1),
            NOON);
    return UserSite.NEW.toBuilder().attempt(attempt).attemptNo(1).build();
  }

  /** At first every rule blocks; each line removes the first obstacle. */
  @Test
  void theFirstRuleInOrderIsTheOneThatIsNamed() {
    UserSiteFacts bad = facts(ConnectionStatus.STEP_NEEDED, true, NOON, NOON);
    UserSiteFacts notMigrating = facts(ConnectionStatus.STEP_NEEDED, false, NOON, NOON);
    UserSiteFacts connected = facts(ConnectionStatus.CONNECTED, false, NOON, NOON);
    UserSiteFacts noMfa = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    UserSite both = running().toBuilder().disabled(disabled().disabled()).build();
    assertThat(
            List.of(
                obstacle(both, site("evil", true, false), bad),
                obstacle(both, site("good", true, false), bad),
                obstacle(both, site("good", true, true), bad),
                obstacle(both, GOOD_SITE, bad),
                obstacle(both, GOOD_SITE, notMigrating),
                obstacle(both, GOOD_SITE, connected),
                obstacle(running(), GOOD_SITE, connected),
                obstacle(running(), GOOD_SITE, noMfa),
                obstacle(running(), GOOD_SITE, GOOD)))
        .containsExactly(RefreshRule.values());
    assertThat(question(UserSite.NEW, GOOD_SITE, GOOD).blockingRule(TaskReason.PLAN)).isEmpty();
  }

  private static RefreshDecisionContext question(
      UserSite userSite, Site site, UserSiteFacts facts) {
    return new RefreshDecisionContext(userSite, site, facts, THROTTLING, NOON);
  }

  private static RefreshRule obstacle(UserSite userSite, Site site, UserSiteFacts facts) {
    return question(userSite, site, facts).blockingRule(TaskReason.PLAN).orElseThrow();
  }

  @Test
  void exactlyTheMinimumAgoPassesAndZeroSwitchesTheRuleOff() {
    UserSiteFacts exactly =
        facts(ConnectionStatus.CONNECTED, false, NOON.minusSeconds(1_200), null);
    UserSiteFacts younger =
        facts(ConnectionStatus.CONNECTED, false, NOON.minusMillis(1_199_999), null);
    assertThat(question(UserSite.NEW, GOOD_SITE, exactly).blockingRule(TaskReason.PLAN)).isEmpty();
    assertThat(obstacle(UserSite.NEW, GOOD_SITE, younger))
        .isEqualTo(RefreshRule.RECENTLY_REFRESHED);
    UserSiteFacts justNow = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    ThrottlingSettings off = new ThrottlingSettings(Set.of(), Duration.ZERO, Duration.ofDays(1));
    assertThat(
            new RefreshDecisionContext(UserSite.NEW, GOOD_SITE, justNow, off, NOON)
                .blockingRule(TaskReason.PLAN))
        .isEmpty();
  }

  /** The clock of a client may be a little ahead. A time far ahead is wrong, and blocks nothing. */
  @ParameterizedTest
  @CsvSource({
    // last refresh, window, blocks
    "2099-01-01T00:00:00Z, PT20M, false",
    "2026-03-01T12:05:00.001Z, PT20M, false",
    "2026-03-01T12:05:00Z, PT20M, true",
    "2026-03-01T12:00:01Z, PT20M, true",
    "2026-03-01T12:00:01Z, PT0S, false",
    "2099-01-01T00:00:00Z, PT0S, false",
  })
  void aTimeInTheFutureBlocksNothing(Instant at, Duration window, boolean blocks) {
    ThrottlingSettings throttling = new ThrottlingSettings(Set.of(), window, window);
    UserSiteFacts refreshed = facts(ConnectionStatus.CONNECTED, false, at, null);
    UserSiteFacts mfa = facts(ConnectionStatus.CONNECTED, false, null, at);
    for (UserSiteFacts told : List.of(refreshed, mfa)) {
      assertThat(
              new RefreshDecisionContext(UserSite.NEW, GOOD_SITE, told, throttling, NOON)
                  .blockingRule(TaskReason.PLAN)
                  .isPresent())
          .isEqualTo(blocks);
    }
  }

  @Test
  void aReportedTimeInTheFutureHidesNoRefreshOfItsOwn() {
    UserSite refreshed = UserSite.NEW.toBuilder().health(RefreshHealth.NEW.succeeded(NOON)).build();
    UserSiteFacts future =
        facts(ConnectionStatus.CONNECTED, false, NOON.plus(Duration.ofDays(999)), null);
    assertThat(obstacle(refreshed, GOOD_SITE, future)).isEqualTo(RefreshRule.RECENTLY_REFRESHED);
  }

  @Test
  void ownRefreshesCountAsThoseFromOutside() {
    UserSite refreshed = UserSite.NEW.toBuilder().health(RefreshHealth.NEW.succeeded(NOON)).build();
    assertThat(obstacle(refreshed, GOOD_SITE, GOOD)).isEqualTo(RefreshRule.RECENTLY_REFRESHED);
  }

  @Test
  void aSecondFactorMattersForScrapingSitesOnlyAndForItsWindow() {
    UserSiteFacts mfa =
        facts(
            ConnectionStatus.CONNECTED, false, null, NOON.minus(Duration.ofDays(1)).plusMillis(1));
    UserSiteFacts longAgo =
        facts(ConnectionStatus.CONNECTED, false, null, NOON.minus(Duration.ofDays(1)));
    Site direct = new Site("bank", "good", false, true, false, Policy.DEFAULT, Work.NOOP);
    assertThat(obstacle(UserSite.NEW, GOOD_SITE, mfa)).isEqualTo(RefreshRule.RECENTLY_REQUIRED_MFA);
    assertThat(question(UserSite.NEW, direct, mfa).blockingRule(TaskReason.PLAN)).isEmpty();
    assertThat(question(UserSite.NEW, GOOD_SITE, longAgo).blockingRule(TaskReason.PLAN)).isEmpty();
  }

  @Test
  void aPersonOverrulesTimeAndStatusButNeverTheBlacklist() {
    UserSiteFacts bad = facts(ConnectionStatus.DISCONNECTED, false, NOON, NOON);
    assertThat(question(UserSite.NEW, GOOD_SITE, bad).blockingRule(TaskReason.FORCE)).isEmpty();
    assertThat(
            question(UserSite.NEW, site("evil", false, true), GOOD).blockingRule(TaskReason.FORCE))
        .contains(RefreshRule.PROVIDER_BLACKLISTED);
    assertThat(
            question(UserSite.NEW, site("good", true, true), GOOD).blockingRule(TaskReason.FORCE))
        .contains(RefreshRule.SITE_IN_MAINTENANCE);
    assertThat(question(disabled(), GOOD_SITE, GOOD).blockingRule(TaskReason.FORCE))
        .contains(RefreshRule.DISABLED_UNTIL_UPDATE);
  }

  @ParameterizedTest
  @EnumSource(
      value = TaskReason.class,
      names = {"SCHEDULE", "RETRY"})
  void aScheduleOrARetryIsNotThrottledByTheLastRefresh(TaskReason reason) {
    UserSiteFacts justNow = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    assertThat(question(UserSite.NEW, GOOD_SITE, justNow).blockingRule(reason)).isEmpty();
    UserSiteFacts step = facts(ConnectionStatus.STEP_NEEDED, false, null, null);
    assertThat(question(UserSite.NEW, GOOD_SITE, step).blockingRule(reason))
        .contains(RefreshRule.INTERACTION_NEEDED);
  }

  @Test
  void aCollectionOfASourceIsBoundByItsOwnStateOnly() {
    assertThat(question(UserSite.NEW, null, null).verdicts(TaskReason.MANUAL))
        .extracting(RefreshRule.RuleVerdict::rule)
        .containsExactly(RefreshRule.DISABLED_UNTIL_UPDATE, RefreshRule.ALREADY_QUEUED_OR_RUNNING);
  }

  @Test
  void everyRuleSaysWhatItLookedAt() {
    List<RefreshRule.RuleVerdict> verdicts =
        question(UserSite.NEW, GOOD_SITE, facts(ConnectionStatus.CONNECTED, false, NOON, null))
            .verdicts(TaskReason.FORCE);
    assertThat(verdicts)
        .extracting(RefreshRule.RuleVerdict::rule)
        .containsExactly(RefreshRule.values());
    RefreshRule.RuleVerdict throttled = verdicts.get(RefreshRule.RECENTLY_REFRESHED.ordinal());
    assertThat(throttled.passes()).isFalse();
    assertThat(throttled.binding()).isFalse();
    assertThat(throttled.values())
        .containsEntry("last_refresh", NOON.toString())
        .containsEntry("minimum_seconds", 1_200L);
  }
}
