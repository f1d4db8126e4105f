package io.millrace.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.engine.bundle.BundleForecast.PoolForecast;
import io.millrace.engine.bundle.FireForecast.FireSample;
import io.millrace.engine.bundle.FireForecast.ObjectFires;
import io.millrace.engine.bundle.LoadFacts.ClientSite;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.Site;
import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The consequences are pure: the time is a parameter. */
class BundleForecastTest {
  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
  private static final LoadFacts NO_FACTS = new LoadFacts(Map.of(), Map.of(), Map.of());
  private static final TypedDefinitions NOTHING =
      new TypedDefinitions(Map.of(), Map.of("default", 16), Map.of(), Map.of(), Map.of());

  private static Policy policy(String schedule) {
    return Policy.of(schedule.isEmpty() ? null : Schedule.parse(schedule), Duration.ofMinutes(10));
  }

  private static TypedDefinitions collection(String schedule) {
    SourceCollection collection =
        new SourceCollection(new CollectionId("s", "c"), policy(schedule), Work.NOOP);
    return new TypedDefinitions(
        Map.of(), Map.of("default", 16), Map.of(), Map.of("s/c", collection), Map.of());
  }

  private static TypedDefinitions site(String schedule, boolean maintenance, Client client) {
    Site site = new Site("b", "p", maintenance, true, false, policy(schedule), Work.NOOP);
    return new TypedDefinitions(
        Map.of(client.id(), client), Map.of("default", 1), Map.of("b", site), Map.of(), Map.of());
  }

  private static TypedDefinitions job(boolean paused, Trigger... triggers) {
    Step first = step("one", 1, "trigger/t");
    Step both = step("two", 2, "step/one", "trigger/t");
    Step any = step("any", 1, "step/one", "step/two");
    Job job =
        new Job(
            1,
            new UUID(0, 7),
            "p",
            "j",
            paused,
            List.of(triggers),
            List.of(first, both, any),
            1,
            NOW,
            null);
    return new TypedDefinitions(
        Map.of(), Map.of("default", 16), Map.of(), Map.of(), Map.of(job.id().toString(), job));
  }

  private static Step step(String name, int threshold, String... depends) {
    return new Step(
        name,
        List.of(depends).stream().map(Reference::parse).toList(),
        List.of(),
        threshold,
        Work.of(RunSpec.NOOP),
        policy(""),
        null);
  }

  private static Trigger trigger(String schedule, CatchUpMode catchUp, String start) {
    return new Trigger(
        "t", Instant.parse(start), null, Schedule.parse(schedule), Duration.ofMinutes(1), catchUp);
  }

  private static BundleForecast forecast(
      TypedDefinitions before, TypedDefinitions after, LoadFacts facts) {
    return BundleForecast.of(
        before,
        after,
        facts,
        client -> client.refreshesPerDay() == null ? 1 : client.refreshesPerDay(),
        NOW);
  }

  private static BundleForecast forecast(TypedDefinitions before, TypedDefinitions after) {
    return forecast(before, after, NO_FACTS);
  }

  private static List<Instant> times(String... times) {
    return List.of(times).stream().map(Instant::parse).toList();
  }

  @Test
  void firesThatStayAreNotNamed() {
    BundleForecast moved = forecast(collection("0 0 6,16 * * ?"), collection("0 0 6,20 * * ?"));
    assertThat(moved.fires().objects())
        .containsExactly(
            new ObjectFires(
                "collection",
                "s/c",
                "s/c",
                1,
                new FireSample(1, times("2026-11-16T20:00:00Z")),
                new FireSample(1, times("2026-11-16T16:00:00Z"))));
    assertThat(moved.fires().appear()).isEqualTo(1);
    assertThat(moved.fires().disappear()).isEqualTo(1);
    assertThat(moved.refreshesBefore()).isEqualTo(2);
    assertThat(moved.refreshesAfter()).isEqualTo(2);
    assertThat(moved.until()).isEqualTo("2026-11-17T12:00:00Z");
  }

  @Test
  void theWindowBeginsNowAndEndsBeforeTheSameTimeTomorrow() {
    BundleForecast daily = forecast(NOTHING, collection("0 0 12 * * ?"));
    assertThat(daily.fires().objects().get(0).appear())
        .isEqualTo(new FireSample(1, times("2026-11-16T12:00:00Z")));
    assertThat(daily.refreshesAfter()).isEqualTo(1);
    assertThat(forecast(NOTHING, collection("every 2h")).refreshesAfter()).isEqualTo(12);
    assertThat(forecast(NOTHING, collection("every 2h from 2026-11-17T11:00:00Z")).refreshesAfter())
        .isEqualTo(1);
    assertThat(forecast(NOTHING, collection("every 2h from 2026-11-17T12:00:00Z")).refreshesAfter())
        .isZero();
  }

  @Test
  void onlyTheFirstFewTimesAreListed() {
    FireForecast often = forecast(NOTHING, collection("every 1m")).fires();
    assertThat(often.objects().get(0).appear().count()).isEqualTo(1_440);
    assertThat(often.objects().get(0).appear().first()).hasSize(5);
    assertThat(often.complete()).isTrue();
  }

  @Test
  void countingEnds() {
    FireForecast tooMany = forecast(NOTHING, collection("every 10ms")).fires();
    assertThat(tooMany.complete()).isFalse();
    assertThat(tooMany.appear()).isBetween(900_000L, 1_000_000L);
  }

  @Test
  void aSiteFiresForEachOfItsUserSitesAndThePlanComesOnTop() {
    Client client = new Client("c", "C", 4, false);
    LoadFacts facts =
        new LoadFacts(Map.of(new ClientSite("c", "b"), 100L), Map.of(), Map.of("b/", 432.0));
    BundleForecast forecast =
        forecast(site("", false, client), site("0 0 6,16 * * ?", false, client), facts);
    assertThat(forecast.fires().objects().get(0).perFire()).isEqualTo(100);
    assertThat(forecast.refreshesBefore()).isEqualTo(400);
    assertThat(forecast.refreshesAfter()).isEqualTo(600);
    PoolForecast pool = forecast.pools().get(0);
    assertThat(pool.neededBefore()).isCloseTo(2.0, within(0.001));
    assertThat(pool.neededAfter()).isCloseTo(3.0, within(0.001));
    assertThat(pool.suffices()).as("one channel").isFalse();
    assertThat(forecast(site("", false, client), site("", true, client), facts).refreshesAfter())
        .as("in maintenance")
        .isZero();
  }

  @Test
  void aTriggerFiresAtItsDueTimesUnlessItsJobIsPaused() {
    Trigger daily = trigger("0 30 2 * * ?", CatchUpMode.NONE, "2026-01-01T00:00:00Z");
    ObjectFires fires = forecast(NOTHING, job(false, daily)).fires().objects().get(0);
    assertThat(fires.name()).isEqualTo("p/j/t");
    assertThat(fires.appear()).isEqualTo(new FireSample(1, times("2026-11-17T02:31:00Z")));
    assertThat(forecast(NOTHING, job(true, daily)).fires().appear()).isZero();
    assertThat(forecast(job(false, daily), job(true, daily)).fires().disappear()).isEqualTo(1);
  }

  @Test
  void aNewTriggerThatCatchesUpFiresForItsPastAtOnce() {
    Trigger late =
        trigger(
            "every 24h from 2026-11-10T00:00:00Z", CatchUpMode.EARLIEST, "2026-11-10T00:00:00Z");
    ObjectFires fires = forecast(NOTHING, job(false, late)).fires().objects().get(0);
    assertThat(fires.appear().count()).isEqualTo(7 + 1);
    assertThat(fires.appear().first().get(0)).isEqualTo(NOW);
    assertThat(forecast(job(false, late), job(false, late)).fires().appear()).isZero();
  }

  @Test
  void aStepRunsAsOftenAsItsThresholdIsReached() {
    Trigger hourly = trigger("every 1h", CatchUpMode.NONE, "2026-01-01T00:00:00Z");
    LoadFacts facts =
        new LoadFacts(Map.of(), Map.of("p.j/one", 3_600.0, "p.j/two", 1_800.0), Map.of());
    PoolForecast pool = forecast(NOTHING, job(false, hourly), facts).pools().get(0);
    assertThat(pool.neededAfter()).as("1 + 1/2, and any twice").isCloseTo(1.5, within(0.001));
    assertThat(pool.withoutHistory()).as("any").isEqualTo(1);
  }
}
