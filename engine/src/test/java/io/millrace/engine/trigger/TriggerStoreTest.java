package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.Examples.daily;
import static io.millrace.engine.trigger.Examples.day;
import static io.millrace.engine.trigger.Examples.days;
import static io.millrace.engine.trigger.Examples.firedUntil;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.job.CatchUp;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.Sql;
import io.millrace.engine.store.TestDatabase;
import io.millrace.engine.trigger.Changes.CaughtUp;
import io.millrace.engine.trigger.Changes.MadeGood;
import io.millrace.engine.trigger.Changes.MissedFires;
import io.millrace.engine.trigger.Changes.Row;
import io.millrace.engine.trigger.Changes.Waiting;
import io.millrace.engine.trigger.Missed.Why;
import io.millrace.engine.trigger.TriggerBook.Stored;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TriggerStoreTest {
  private static final Trigger DAILY = daily(CatchUp.LATEST);
  private static final TriggerId ID = new TriggerId(1, "t");

  private DatabaseUrl database;
  private HikariDataSource pool;
  private TriggerStore store;
  private FiresReader reader;

  @BeforeEach
  void start() throws Exception {
    database = TestDatabase.fresh();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(3);
    store = new TriggerStore(pool);
    reader = new FiresReader(pool);
    new TestJobs(database).putMany(2, day(1), DAILY);
  }

  @AfterEach
  void stop() {
    pool.close();
  }

  private static Changes rows(Progress... progress) {
    return changes(List.of(), progress);
  }

  private static Changes changes(List<TriggerId> removed, Progress... progress) {
    List<Row> rows =
        LongStream.rangeClosed(1, progress.length)
            .mapToObj(i -> new Row(new TriggerId(i, "t"), progress[(int) i - 1]))
            .toList();
    return new Changes(removed, List.of(), rows, List.of(), List.of(), List.of(), List.of());
  }

  private static Waiting waiting(Instant time, long place) {
    return new Waiting(ID, time, place);
  }

  @Test
  void whatIsStoredIsLoadedAsItWas() throws Exception {
    Progress fired = firedUntil(DAILY, day(3)).fired(day(3), day(3).plusMillis(17)).missed(4);
    store.store(rows(fired, Progress.none(DAILY.timing())));
    assertThat(store.load().triggers())
        .containsExactlyInAnyOrder(
            new Stored(ID, fired, 0),
            new Stored(new TriggerId(2, "t"), Progress.none(DAILY.timing()), 0));
  }

  @Test
  void storingTwiceChangesNothingAndNothingGoesBack() throws Exception {
    Progress third = firedUntil(DAILY, day(3)).fired(day(3), day(3));
    Progress fourth = third.reached(day(1), day(4)).fired(day(4), day(4));
    store.store(rows(fourth));
    store.store(rows(fourth));
    assertThat(store.load().triggers()).containsExactly(new Stored(ID, fourth, 0));
    store.store(rows(third.of("every 1h from 2022-01-01T00:00:00Z offset PT0S")));
    Progress kept = store.load().triggers().get(0).progress();
    assertThat(kept.until()).isEqualTo(day(4));
    assertThat(kept.fired()).isEqualTo(2);
    assertThat(kept.timing()).isEqualTo(DAILY.timing());
  }

  @Test
  void whatIsToBeCaughtUpComesInItsOrderAPageAtATime() throws Exception {
    Changes all =
        new Changes(
            List.of(),
            List.of(),
            List.of(
                new Row(ID, firedUntil(DAILY, day(5))),
                new Row(new TriggerId(2, "t"), firedUntil(DAILY, day(5)))),
            List.of(
                waiting(day(1), -1),
                waiting(day(3), -3),
                waiting(day(2), -2),
                new Waiting(new TriggerId(2, "t"), day(4), 1)),
            List.of(),
            List.of(),
            List.of());
    store.store(all);
    store.store(all);
    assertThat(store.load().triggers())
        .extracting(Stored::waiting)
        .containsExactlyInAnyOrder(3L, 1L);
    assertThat(store.pages(List.of(ID, new TriggerId(2, "t"), new TriggerId(2, "x")), 2))
        .hasSize(2)
        .containsEntry(ID, days(3, 2))
        .containsEntry(new TriggerId(2, "t"), days(4));
    store.store(
        new Changes(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(new CaughtUp(ID, day(3)), new CaughtUp(ID, day(2))),
            List.of(),
            List.of()));
    assertThat(store.pages(List.of(ID), 2)).containsEntry(ID, days(1));
  }

  @Test
  void whatWasMissedIsKeptAndToldOnceUntilItIsMadeGood() throws Exception {
    Missed missed = new Missed(day(1), day(3), 3, false, Why.OVER_THE_CAP);
    LiveTrigger live =
        new LiveTrigger(Examples.job(1, false, 1, day(1), DAILY), DAILY, firedUntil(DAILY, day(5)));
    MissedFires fires = MissedNote.of(live, missed, false, day(5));
    Changes changes =
        new Changes(
            List.of(),
            List.of(),
            List.of(new Row(ID, live.progress().missed(3))),
            List.of(),
            List.of(),
            List.of(fires),
            List.of());
    store.store(changes);
    store.store(changes);
    assertThat(reader.missed(1, "t", 10))
        .containsExactly(new FiresReader.MissedRange(missed, day(5), null));
    assertThat(Sql.value(database, "select count(*) from notifications")).isEqualTo("1");
    assertThat(Sql.value(database, "select kind || ' ' || subject from notifications"))
        .isEqualTo("fires-missed reports/job1/trigger/t");
    assertThat(Sql.value(database, "select details from notifications"))
        .contains(
            "\"fires\":3", "\"reason\":\"over-the-cap\"", "\"first\":\"2022-01-01T00:00:00Z\"");
    store.store(madeGood(day(2), day(5)));
    assertThat(reader.missed(1, "t", 10).get(0).madeGoodAt()).isNull();
    store.store(madeGood(day(1), day(3)));
    assertThat(reader.missed(1, "t", 10).get(0).madeGoodAt()).isEqualTo(day(6));
  }

  private static Changes madeGood(Instant first, Instant last) {
    return new Changes(
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(new MadeGood(ID, first, last, day(6))));
  }

  @Test
  void aTriggerThatIsRemovedTakesEverythingAlongAndMayBeginAnew() throws Exception {
    Changes all =
        new Changes(
            List.of(),
            List.of(),
            List.of(new Row(ID, firedUntil(DAILY, day(5)))),
            List.of(waiting(day(1), 1)),
            List.of(),
            List.of(
                new MissedFires(
                    ID, new Missed(day(1), day(1), 1, true, Why.CATCHUP_NONE), day(5), null)),
            List.of());
    store.store(all);
    Progress anew = firedUntil(DAILY, day(2));
    store.store(changes(List.of(ID), anew));
    assertThat(store.load().triggers()).containsExactly(new Stored(ID, anew, 0));
    assertThat(reader.missed(1, "t", 10)).isEmpty();
  }

  @Test
  void whatIsOfAJobThatIsGoneIsLeftOutAndTheRestIsStored() throws Exception {
    TriggerId gone = new TriggerId(99, "t");
    store.store(
        new Changes(
            List.of(gone),
            List.of(99L),
            List.of(
                new Row(gone, firedUntil(DAILY, day(2))), new Row(ID, firedUntil(DAILY, day(3)))),
            List.of(new Waiting(gone, day(1), 1), waiting(day(1), 1)),
            List.of(new CaughtUp(gone, day(1))),
            List.of(
                new MissedFires(
                    gone, new Missed(day(1), day(1), 1, false, Why.CATCHUP_NONE), day(5), null)),
            List.of()));
    assertThat(store.load().triggers())
        .containsExactly(new Stored(ID, firedUntil(DAILY, day(3)), 1));
  }

  @Test
  void theTriggersOfAJobGoWithItAndNotWithOneThatCannotBeRead() throws Exception {
    store.store(rows(firedUntil(DAILY, day(3)), firedUntil(DAILY, day(4))));
    Sql.execute(database, "update jobs set deleted = true where number = 2");
    store.store(
        new Changes(
            List.of(), List.of(1L, 2L), List.of(), List.of(), List.of(), List.of(), List.of()));
    assertThat(store.load().triggers()).extracting(Stored::id).containsExactly(ID);
  }

  @Test
  void theReaderSeesEachTriggerOfAJobAndWhatWaits() throws Exception {
    Progress progress = firedUntil(DAILY, day(3));
    store.store(rows(progress));
    assertThat(reader.triggers(1)).containsOnlyKeys("t");
    assertThat(reader.triggers(1).get("t")).isEqualTo(new FiresReader.Standing(progress, 0));
    assertThat(reader.triggers(2)).isEmpty();
  }
}
