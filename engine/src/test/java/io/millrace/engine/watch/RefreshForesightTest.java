package io.millrace.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.source.SourceCollection.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a list says of the next refresh is what the rules will decide. */
class RefreshForesightTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant SOON = NOW.plus(Duration.ofMinutes(5));
  private static final Instant LATER = NOW.plus(Duration.ofHours(6));
  private static final FlywheelSettings SETTINGS =
      FlywheelSettings.of(ConfigFactory.load().getConfig("millrace.flywheel.internal"));

  private static RefreshForesight foresight(boolean maintenance) {
    SiteRegistry sites = new SiteRegistry();
    sites.replace(
        Map.of("bank", new Site("bank", "p", maintenance, true, false, Policy.DEFAULT, Work.NOOP)));
    return new RefreshForesight(sites, id -> Optional.empty(), SETTINGS);
  }

  private static UserSiteOverviewBuilder planned(Instant lastRefresh, boolean blocked) {
    return UserSiteOverview.builder()
        .owner("bank/ann")
        .user("u")
        .facts(new UserSiteFacts(ConnectionStatus.CONNECTED, false, lastRefresh, null))
        .plannedUser(new PlannedUser("u", true, blocked, null, false, true))
        .planned(List.of(SOON, LATER))
        .retry(0);
  }

  @Test
  void theNextMinuteOfThePlanRuns() {
    NextRefresh next = foresight(false).next(planned(null, false).build(), NOW);
    assertThat(next.at()).isEqualTo(SOON);
    assertThat(next.skips()).isEmpty();
  }

  @Test
  void aMinuteThatARuleSkipsIsNamedAndTheOneBehindItRuns() {
    Instant justNow = NOW.minus(Duration.ofMinutes(1));
    NextRefresh next = foresight(false).next(planned(justNow, false).build(), NOW);
    assertThat(next.skips())
        .singleElement()
        .satisfies(skip -> assertThat(skip.at()).isEqualTo(SOON));
    assertThat(next.skips().get(0).rule()).isEqualTo("recently-refreshed");
    assertThat(next.at()).isEqualTo(LATER);
  }

  @Test
  void nothingRunsWhileTheSiteIsInMaintenanceOrItsUserIsBlocked() {
    NextRefresh shut = foresight(true).next(planned(null, false).build(), NOW);
    assertThat(shut.at()).isNull();
    assertThat(shut.skips())
        .extracting(NextRefresh.SkippedTime::rule)
        .containsOnly("site-in-maintenance");
    NextRefresh blocked = foresight(false).next(planned(null, true).build(), NOW);
    assertThat(blocked.at()).isNull();
    assertThat(blocked.skips())
        .extracting(NextRefresh.SkippedTime::rule)
        .containsOnly("user-blocked");
  }

  @Test
  void aCollectionOfASourceFollowsItsBookingAlone() {
    UserSiteOverview collection =
        UserSiteOverview.builder().owner("reports/daily").refreshAt(LATER).retry(0).build();
    assertThat(foresight(true).next(collection, NOW).at()).isEqualTo(LATER);
  }

  @Test
  void aSiteThatThisNodeDoesNotKnowYetBlocksNothing() {
    RefreshForesight empty =
        new RefreshForesight(new SiteRegistry(), id -> Optional.empty(), SETTINGS);
    assertThat(empty.next(planned(null, false).build(), NOW).at()).isEqualTo(SOON);
  }
}
