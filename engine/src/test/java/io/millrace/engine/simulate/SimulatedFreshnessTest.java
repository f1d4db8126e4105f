package io.millrace.engine.simulate;

import static io.millrace.engine.simulate.SimulationKit.CONNECTED;
import static io.millrace.engine.simulate.SimulationKit.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import io.millrace.engine.source.SourceCollection.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whose data becomes older than promised in a simulation, and for whom nothing is promised. */
class SimulatedFreshnessTest {
  private static final Policy PLAN_ONLY = Policy.of(null, Duration.ofMinutes(10));

  /** Nothing is refreshed, and everything is promised to be younger than six hours. */
  private static SimulationKit kit(Site site, VirtualClient client) {
    SimulationKit kit = new SimulationKit().client(client, 10).site(site);
    kit.fresh = Duration.ofHours(6);
    kit.lastLogin = DAY.minus(Duration.ofDays(1));
    kit.enabled = false;
    return kit;
  }

  private static Site site(String provider, boolean maintenance, boolean supported) {
    return new Site("bank", provider, maintenance, supported, true, PLAN_ONLY, Work.NOOP);
  }

  private static final Site USUAL = site("p", false, true);
  private static final VirtualClient CLIENT = new VirtualClient("a", 1, false);
  private static final VirtualClient LOGIN = new VirtualClient("a", 1, true);

  private static SimulationKit kit(UserSiteFacts facts) {
    SimulationKit kit = kit(USUAL, CLIENT);
    kit.facts = facts;
    return kit;
  }

  private static SimulationKit kit(VirtualClient client, boolean isBlocked, Instant lastLogin) {
    SimulationKit kit = kit(USUAL, client);
    kit.isBlocked = isBlocked;
    kit.lastLogin = lastLogin;
    return kit;
  }

  static Stream<Arguments> exempt() {
    return Stream.of(
        Arguments.of("blacklisted", kit(site("bad", false, true), CLIENT)),
        Arguments.of("in maintenance", kit(site("p", true, true), CLIENT)),
        Arguments.of("not supported", kit(site("p", false, false), CLIENT)),
        Arguments.of(
            "migrating", kit(new UserSiteFacts(ConnectionStatus.CONNECTED, true, null, null))),
        Arguments.of(
            "interaction needed",
            kit(new UserSiteFacts(ConnectionStatus.STEP_NEEDED, false, null, null))),
        Arguments.of("blocked", kit(CLIENT, true, null)),
        Arguments.of("never logged in", kit(LOGIN, false, null)),
        Arguments.of("not logged in recently", kit(LOGIN, false, DAY.minus(Duration.ofDays(3)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void exempt(String why, SimulationKit kit) {
    assertThat(kit.run().freshness().clients()).isEmpty();
    assertThat(kit.run().freshness().sites()).isEmpty();
  }

  private static void assertMissed(SimulationKit kit, Duration each) {
    assertThat(kit.run().freshness().clients())
        .isEqualTo(List.of(new MissedFreshness("a", 10, 10, 10 * each.toMinutes())));
  }

  @Test
  void everyOtherUserSiteIsPromised() {
    assertMissed(kit(CONNECTED), Duration.ofHours(18));
    assertMissed(kit(CLIENT, false, null), Duration.ofHours(18));
  }

  @Test
  void nothingIsCountedBeforeAnExemptionEnds() {
    Instant asked = DAY.minus(Duration.ofHours(4)); // it counts for a day
    assertMissed(
        kit(new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, asked)),
        Duration.ofHours(4));
  }

  @Test
  void nothingIsCountedOnceALoginIsTooLongAgo() {
    Instant login = DAY.minus(Duration.ofHours(40)); // two days are the most
    assertMissed(kit(LOGIN, false, login), Duration.ofHours(2));
  }

  @Test
  void nothingIsCountedOnceAUserSiteIsDisabled() {
    SimulationKit kit = kit(USUAL, CLIENT);
    kit.enabled = true;
    kit.fresh = Duration.ofMinutes(1);
    kit.profiles = new RunProfiles(Map.of(), new RunProfile(List.of(1L), List.of(1L), 1, 1), 9);
    SimulationResult day = kit.run();
    assertThat(day.reasons().ends()).isEqualTo(Map.of("failure", 10L));
    MissedFreshness missed = day.freshness().clients().get(0);
    assertThat(missed.missed()).isEqualTo(10);
    // The first is refreshed after an hour, and all of them before the day ends.
    assertThat(missed.minutes()).isBetween(10 * 59L, 10 * 1_000L);
  }
}
