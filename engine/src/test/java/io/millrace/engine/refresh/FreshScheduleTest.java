package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.PolicyReader;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A schedule that keeps data younger than 6 h. Its room is 31 minutes: two attempts, and one. */
class FreshScheduleTest extends UserSiteTestBase {
  private static final Policy SIX_HOURS =
      policy("{'schedule': {'fresh': '6h'}, 'retry': {'delays': ['10m']}}");
  private static final SourceCollection KEPT = collection(SIX_HOURS);
  private static final Duration INTERVAL = Duration.ofMinutes(6 * 60 - 31);
  private static final Duration PAUSE = Duration.ofMinutes(90);

  private static Policy policy(String json) {
    FieldErrors errors = new FieldErrors();
    Policy policy =
        PolicyReader.read(InputNode.root(JsonDocument.object(json.replace('\'', '"')), errors));
    errors.throwIfAny();
    return policy;
  }

  private static UserSite ended(UserSite site, Outcome outcome, Instant now) {
    return after(site, site.endAttempt(site.attempt().uid(), outcome, SIX_HOURS, now));
  }

  private static UserSite woken(UserSite site) {
    return after(site, wake(site, KEPT, site.refreshAt()));
  }

  @Test
  void itIsWrittenAndReadAgain() {
    assertThat(SIX_HOURS.scheduleText()).isEqualTo("fresh 6h room 31m");
    assertThat(Schedule.parse("fresh 6h room 31m")).isEqualTo(SIX_HOURS.schedule());
    assertThat(policy("{'schedule': 'fresh 6h', 'retry': {'delays': ['10m']}}"))
        .isEqualTo(SIX_HOURS);
  }

  @Test
  void whatNeverSucceededIsRefreshedAtOnce() {
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(SIX_HOURS, NOON));
    assertThat(site.refreshAt()).isEqualTo(NOON);
  }

  @Test
  void theNextRefreshFollowsTheSuccessAndLeavesRoomForAllRetries() {
    UserSite site = woken(after(UserSite.NEW, UserSite.NEW.define(SIX_HOURS, NOON)));
    Instant done = NOON.plusSeconds(30);
    site = ended(site, Outcome.success(), done);
    assertThat(site.refreshAt()).isEqualTo(done.plus(INTERVAL));
    Instant start = site.refreshAt();
    site = woken(site);
    assertThat(site.refreshAt()).as("the worst case").isEqualTo(start.plusSeconds(20 * 60));
    site = ended(site, Outcome.timeout("late"), start.plusSeconds(600));
    site = woken(site);
    Instant last = site.attempt().queuedAt().plus(SIX_HOURS.timeout());
    assertThat(last)
        .as("even the last attempt is in time")
        .isBefore(done.plus(Duration.ofHours(6)));
    site = ended(site, Outcome.failure("no"), last);
    assertThat(site.attemptNo()).as("exhausted").isZero();
    assertThat(site.refreshAt()).as("soon again").isEqualTo(last.plus(PAUSE));
  }

  @Test
  void aRefreshByHandMovesTheNextOneIfItSucceedsAndOnlyThen() {
    UserSite site = woken(after(UserSite.NEW, UserSite.NEW.define(SIX_HOURS, NOON)));
    site = ended(site, Outcome.success(), NOON);
    Instant later = NOON.plusSeconds(3_600);
    UserSite asked = after(site, ask(site, KEPT, java.util.UUID.randomUUID(), later).event());
    assertThat(ended(asked, Outcome.success(), later).refreshAt()).isEqualTo(later.plus(INTERVAL));
    assertThat(ended(asked, Outcome.canceled("by hand"), later).refreshAt())
        .isEqualTo(NOON.plus(INTERVAL));
  }

  @Test
  void anotherTimeoutLeavesAnotherRoomFromTheSameSuccess() {
    UserSite site = woken(after(UserSite.NEW, UserSite.NEW.define(SIX_HOURS, NOON)));
    site = ended(site, Outcome.success(), NOON);
    Policy slower = policy("{'schedule': {'fresh': '6h'}, 'timeout': '1h'}");
    site = after(site, site.define(slower, NOON.plusSeconds(60)));
    assertThat(site.refreshAt()).isEqualTo(NOON.plus(Duration.ofMinutes(6 * 60 - 61)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void somethingIsAlwaysBookedAndNeverLaterThanThePromiseNeeds(long seed) {
    Random random = new Random(seed);
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(SIX_HOURS, NOON));
    Instant success = null;
    for (int i = 0; i < 500 && site.disabled() == null; i++) {
      site = woken(site);
      Instant end = site.attempt().queuedAt().plusSeconds(random.nextInt(600));
      boolean good = random.nextInt(3) == 0;
      site = ended(site, good ? Outcome.success() : Outcome.error("lost"), end);
      success = good ? end : success;
      if (site.disabled() == null) {
        Instant needed = success == null ? end : success.plus(INTERVAL);
        Instant latest = needed.isAfter(end) ? needed : end.plus(PAUSE);
        assertThat(site.refreshAt()).isAfterOrEqualTo(end).isBeforeOrEqualTo(latest);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'schedule': {'fresh': '31m'}, 'retry': {'delays': ['10m']}} | schedule.fresh |"
            + " must be more than 31m, which timeout and retries may take",
        "{'schedule': 'fresh 5m'} | schedule | must be more than 11m",
        "{'schedule': {'fresh': '0s'}} | schedule.fresh | must be more than 0",
        "{'schedule': {'fresh': 6}} | schedule.fresh | needs a unit",
        "{'schedule': {'fresh': '6h', 'every': '1h'}} | schedule | must be a cron line",
        "{'schedule': {'fresh': '6h', 'zone': 'UTC'}} | schedule.zone | is not a known field",
      })
  void aScheduleThatCannotKeepItsPromiseIsRefused(String json, String field, String reason) {
    InvalidInputException refused = assertThrows(InvalidInputException.class, () -> policy(json));
    assertThat(refused.errors()).hasSize(1);
    assertThat(refused.errors().get(0).field()).isEqualTo(field);
    assertThat(refused.errors().get(0).reason()).contains(reason);
  }

  @Test
  void withoutALastSuccessEachTimeFollowsTheOneBefore() {
    FreshSchedule schedule = (FreshSchedule) SIX_HOURS.schedule();
    assertThat(schedule.nextAfter(NOON)).contains(NOON.plus(INTERVAL));
  }
}
