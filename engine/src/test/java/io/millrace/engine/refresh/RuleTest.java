package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Facts;
import io.millrace.engine.directory.Site;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.Collection.Work;
import io.millrace.engine.task.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RuleTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Throttling THROTTLING =
      new Throttling(Set.of("evil"), Duration.ofSeconds(1_200), Duration.ofDays(1));

  private static Site site(String provider, boolean maintenance, boolean supported) {
    return new Site("bank", provider, maintenance, supported, true, Policy.DEFAULT, Work.NOOP);
  }

  private static Facts facts(
      ConnectionStatus status, boolean migrating, Instant last, Instant mfa) {
    return new Facts(status, migrating, last, mfa);
  }

  private static final Site GOOD_SITE = site("good", false, true);
  private static final Facts GOOD = facts(ConnectionStatus.CONNECTED, false, null, null);

  private static UserSite disabled() {
    return new UserSite(
        "",
        null,
        null,
        null,
        0,
        new Disabled(NOON, "no", ""),
        Health.NEW,
        null,
        List.of(),
        false,
        null);
  }

  private static UserSite running() {
    Attempt attempt =
        new Attempt(
            new UUID(1, 1),
            1,
            Reason.PLAN,
            200,
            "DEFAULT",
            "default",
            "",
            Duration.ofHours(1),
            NOON,
            null);
    return new UserSite("", null, null, attempt, 1, null, Health.NEW, null, List.of(), false, null);
  }

  /** Everything that can be in the way, is; each line takes the first obstacle away. */
  @Test
  void theFirstRuleInOrderIsTheOneThatIsNamed() {
    Facts bad = facts(ConnectionStatus.STEP_NEEDED, true, NOON, NOON);
    Facts notMigrating = facts(ConnectionStatus.STEP_NEEDED, false, NOON, NOON);
    Facts connected = facts(ConnectionStatus.CONNECTED, false, NOON, NOON);
    Facts noMfa = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    UserSite both =
        new UserSite(
            "",
            null,
            null,
            running().attempt(),
            1,
            disabled().disabled(),
            Health.NEW,
            null,
            List.of(),
            false,
            null);
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
        .containsExactly(Rule.values());
    assertThat(question(UserSite.NEW, GOOD_SITE, GOOD).obstacle(Reason.PLAN)).isEmpty();
  }

  private static Question question(UserSite userSite, Site site, Facts facts) {
    return new Question(userSite, site, facts, THROTTLING, NOON);
  }

  private static Rule obstacle(UserSite userSite, Site site, Facts facts) {
    return question(userSite, site, facts).obstacle(Reason.PLAN).orElseThrow();
  }

  @Test
  void exactlyTheMinimumAgoPassesAndZeroSwitchesTheRuleOff() {
    Facts exactly = facts(ConnectionStatus.CONNECTED, false, NOON.minusSeconds(1_200), null);
    Facts younger = facts(ConnectionStatus.CONNECTED, false, NOON.minusMillis(1_199_999), null);
    assertThat(question(UserSite.NEW, GOOD_SITE, exactly).obstacle(Reason.PLAN)).isEmpty();
    assertThat(obstacle(UserSite.NEW, GOOD_SITE, younger)).isEqualTo(Rule.RECENTLY_REFRESHED);
    Facts justNow = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    Throttling off = new Throttling(Set.of(), Duration.ZERO, Duration.ofDays(1));
    assertThat(new Question(UserSite.NEW, GOOD_SITE, justNow, off, NOON).obstacle(Reason.PLAN))
        .isEmpty();
  }

  @Test
  void ownRefreshesCountAsThoseFromOutside() {
    UserSite refreshed =
        new UserSite(
            "",
            null,
            null,
            null,
            0,
            null,
            Health.NEW.succeeded(NOON),
            null,
            List.of(),
            false,
            null);
    assertThat(obstacle(refreshed, GOOD_SITE, GOOD)).isEqualTo(Rule.RECENTLY_REFRESHED);
  }

  @Test
  void aSecondFactorMattersForScrapingSitesOnlyAndForItsWindow() {
    Facts mfa =
        facts(
            ConnectionStatus.CONNECTED, false, null, NOON.minus(Duration.ofDays(1)).plusMillis(1));
    Facts longAgo = facts(ConnectionStatus.CONNECTED, false, null, NOON.minus(Duration.ofDays(1)));
    Site direct = new Site("bank", "good", false, true, false, Policy.DEFAULT, Work.NOOP);
    assertThat(obstacle(UserSite.NEW, GOOD_SITE, mfa)).isEqualTo(Rule.RECENTLY_REQUIRED_MFA);
    assertThat(question(UserSite.NEW, direct, mfa).obstacle(Reason.PLAN)).isEmpty();
    assertThat(question(UserSite.NEW, GOOD_SITE, longAgo).obstacle(Reason.PLAN)).isEmpty();
  }

  @Test
  void aPersonOverrulesTimeAndStatusButNeverTheBlacklist() {
    Facts bad = facts(ConnectionStatus.DISCONNECTED, false, NOON, NOON);
    assertThat(question(UserSite.NEW, GOOD_SITE, bad).obstacle(Reason.FORCE)).isEmpty();
    assertThat(question(UserSite.NEW, site("evil", false, true), GOOD).obstacle(Reason.FORCE))
        .contains(Rule.PROVIDER_BLACKLISTED);
    assertThat(question(UserSite.NEW, site("good", true, true), GOOD).obstacle(Reason.FORCE))
        .contains(Rule.SITE_IN_MAINTENANCE);
    assertThat(question(disabled(), GOOD_SITE, GOOD).obstacle(Reason.FORCE))
        .contains(Rule.DISABLED_UNTIL_UPDATE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"SCHEDULE", "RETRY"})
  void aScheduleOrARetryIsNotThrottledByTheLastRefresh(Reason reason) {
    Facts justNow = facts(ConnectionStatus.CONNECTED, false, NOON, null);
    assertThat(question(UserSite.NEW, GOOD_SITE, justNow).obstacle(reason)).isEmpty();
    Facts step = facts(ConnectionStatus.STEP_NEEDED, false, null, null);
    assertThat(question(UserSite.NEW, GOOD_SITE, step).obstacle(reason))
        .contains(Rule.INTERACTION_NEEDED);
  }

  @Test
  void aCollectionOfASourceIsBoundByItsOwnStateOnly() {
    assertThat(question(UserSite.NEW, null, null).verdicts(Reason.MANUAL))
        .extracting(Rule.Verdict::rule)
        .containsExactly(Rule.DISABLED_UNTIL_UPDATE, Rule.ALREADY_QUEUED_OR_RUNNING);
  }

  @Test
  void everyRuleSaysWhatItLookedAt() {
    List<Rule.Verdict> verdicts =
        question(UserSite.NEW, GOOD_SITE, facts(ConnectionStatus.CONNECTED, false, NOON, null))
            .verdicts(Reason.FORCE);
    assertThat(verdicts).extracting(Rule.Verdict::rule).containsExactly(Rule.values());
    Rule.Verdict throttled = verdicts.get(Rule.RECENTLY_REFRESHED.ordinal());
    assertThat(throttled.passes()).isFalse();
    assertThat(throttled.binding()).isFalse();
    assertThat(throttled.values())
        .containsEntry("last_refresh", NOON.toString())
        .containsEntry("minimum_seconds", 1_200L);
  }
}
