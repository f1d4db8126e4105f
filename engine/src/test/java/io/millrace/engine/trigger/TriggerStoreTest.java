package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.daily;
import static io.millrace.engine.trigger.TriggerExamples.day;
import static io.millrace.engine.trigger.TriggerExamples.days;
import static io.millrace.engine.trigger.TriggerExamples.firedUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import io.millrace.engine.trigger.TriggerChanges.CaughtUpFireRow;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import io.millrace.engine.trigger.TriggerChanges.ProgressRow;
import io.millrace.engine.trigger.TriggerChanges.WaitingFireRow;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TriggerStoreTest {
  private static final Trigger DAILY = daily(CatchUpMode.LATEST);
  private static final TriggerId ID = new TriggerId(1, "t");

  private DatabaseUrl database;
  private HikariDataSource pool;
  private TriggerStore store;
  private TriggerOverviewStore reader;

  @BeforeEach
  void start() throws Exception {
    database = TestDatabase.fresh();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(3);
    store = new TriggerStore(pool);
    reader = new TriggerOverviewStore(pool);
    new TriggerTestJobs(database).putMany(2, day(1), DAILY);
  }

  @AfterEach
  void stop() {
    pool.close();
  }

  private static TriggerChanges rows(TriggerProgress... progress) {
    return changes(List.of(), progress);
  }

  private static TriggerChanges changes(List<TriggerId> removed, TriggerProgress... progress) {
    List<ProgressRow> rows =
        LongStream.rangeClosed(1, progress.length)
            .mapToObj(i -> new ProgressRow(new TriggerId(i, "t"), progress[(int) i - 1]))
            .toList();
    return new TriggerChanges(removed, List.of(), rows, List.of(), List.of(), List.of(), List.of());
  }

  private static WaitingFireRow waiting(Instant time, long place) {
    return new WaitingFireRow(ID, time, place);
  }

  @Test
  void whatIsStoredIsLoadedAsItWas() throws Exception {
    TriggerProgress fired =
        firedUntil(DAILY, day(3)).fired(day(3), day(3).plusMillis(17)).missed(4);
    store.store(rows(fired, TriggerProgress.none(DAILY.timing())));
    assertThat(store.load().triggers())
        .containsExactlyInAnyOrder(
            new StoredTrigger(ID, fired, 0),
            new StoredTrigger(new TriggerId(2, "t"), TriggerProgress.none(DAILY.timing()), 0));
  }

  @Test
  void storingTwiceChangesNothingAndNothingGoesBack() throws Exception {
    TriggerProgress third = firedUntil(DAILY, day(3)).fired(day(3), day(3));
    TriggerProgress fourth = third.withRange(day(1), day(4)).fired(day(4), day(4));
    store.store(rows(fourth));
    store.store(rows(fourth));
    assertThat(store.load().triggers()).containsExactly(new StoredTrigger(ID, fourth, 0));
    store.store(rows(third.withTiming("every 1h from 2022-01-01T00:00:00Z offset PT0S")));
    TriggerProgress kept = store.load().triggers().get(0).progress();
    assertThat(kept.until()).isEqualTo(day(4));
    assertThat(kept.fired()).isEqualTo(2);
    assertThat(kept.timing()).isEqualTo(DAILY.timing());
  }

  /** A node that was frozen, and whose sessions could not be ended. */
  @Test
  void aFencedNodeStoresNothing() throws Exception {
    TriggerProgress fourth = firedUntil(DAILY, day(4)).fired(day(4), day(4));
    store.store(rows(fourth));
    try (HikariDataSource fenced = new HikariDataSource()) {
      fenced.setJdbcUrl(database.url());
      fenced.setUsername(database.user());
      fenced.setPassword(database.password());
      fenced.addDataSourceProperty("ApplicationName", "millrace#-7");
      TriggerStore outdated = new TriggerStore(fenced);
      outdated.store(rows(fourth));
      TestSql.execute(database, "insert into put_out (node) values ('akka://millrace@a:1#-7')");
      TriggerProgress third = firedUntil(DAILY, day(3)).fired(day(3), day(3));
      assertThatThrownBy(() -> outdated.store(rows(third)))
          .hasMessageContaining("this node is fenced");
    }
    assertThat(store.load().triggers()).containsExactly(new StoredTrigger(ID, fourth, 0));
  }

  @Test
  void whatIsToBeCaughtUpComesInItsOrderAPageAtATime() throws Exception {
    TriggerChanges all =
        new TriggerChanges(
            List.of(),
            List.of(),
            List.of(
                new ProgressRow(ID, firedUntil(DAILY, day(5))),
                new ProgressRow(new TriggerId(2, "t"), firedUntil(DAILY, day(5)))),
            List.of(
                waiting(day(1), -1),
                waiting(day(3), -3),
                waiting(day(2), -2),
                new WaitingFireRow(new TriggerId(2, "t"), day(4), 1)),
            List.of(),
            List.of(),
            List.of());
    store.store(all);
    store.store(all);
    assertThat(store.load().triggers())
        .extracting(StoredTrigger::waiting)
        .containsExactlyInAnyOrder(3L, 1L);
    assertThat(store.pages(List.of(ID, new TriggerId(2, "t"), new TriggerId(2, "x")), 2))
        .hasSize(2)
        .containsEntry(ID, days(3, 2))
        .containsEntry(new TriggerId(2, "t"), days(4));
    store.store(
        new TriggerChanges(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(new CaughtUpFireRow(ID, day(3)), new CaughtUpFireRow(ID, day(2))),
            List.of(),
            List.of()));
    assertThat(store.pages(List.of(ID), 2)).containsEntry(ID, days(1));
  }

  @Test
  void whatWasMissedIsKeptAndToldOnceUntilItIsMadeGood() throws Exception {
    MissedFires missed = new MissedFires(day(1), day(3), 3, false, MissedReason.OVER_THE_CAP);
    LiveTrigger live =
        new LiveTrigger(
            TriggerExamples.job(1, false, 1, day(1), DAILY), DAILY, firedUntil(DAILY, day(5)));
    MissedFiresRow fires = MissedFiresNotice.of(live, missed, false, day(5));
    TriggerChanges changes =
        new TriggerChanges(
            List.of(),
            List.of(),
            List.of(new ProgressRow(ID, live.progress().missed(3))),
            List.of(),
            List.of(),
            List.of(fires),
            List.of());
    store.store(changes);
    store.store(changes);
    assertThat(reader.missed(1, "t", 10))
        .containsExactly(new TriggerOverviewStore.MissedRange(missed, day(5), null));
    assertThat(TestSql.value(database, "select count(*) from notifications")).isEqualTo("1");
    assertThat(TestSql.value(database, "select kind || ' ' || subject from notifications"))
        .isEqualTo("fires-missed reports/job1/trigger/t");
    assertThat(TestSql.value(database, "select details from notifications"))
        .contains(
            "\"fires\":3", "\"reason\":\"over-the-cap\"", "\"first\":\"2022-01-01T00:00:00Z\"");
    store.store(madeGood(day(2), day(5)));
    assertThat(reader.missed(1, "t", 10).get(0).madeGoodAt()).isNull();
    store.store(madeGood(day(1), day(3)));
    assertThat(reader.missed(1, "t", 10).get(0).madeGoodAt()).isEqualTo(day(6));
  }

  private static TriggerChanges madeGood(Instant first, Instant last) {
    return new TriggerChanges(
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(new MadeGoodRow(ID, first, last, day(6))));
  }

  @Test
  void aTriggerThatIsRemovedTakesEverythingAlongAndMayBeginAnew() throws Exception {
    TriggerChanges all =
        new TriggerChanges(
            List.of(),
            List.of(),
            List.of(new ProgressRow(ID, firedUntil(DAILY, day(5)))),
            List.of(waiting(day(1), 1)),
            List.of(),
            List.of(
                new MissedFiresRow(
                    ID,
                    new MissedFires(day(1), day(1), 1, true, MissedReason.CATCHUP_NONE),
                    day(5),
                    null)),
            List.of());
    store.store(all);
    TriggerProgress anew = firedUntil(DAILY, day(2));
    store.store(changes(List.of(ID), anew));
    assertThat(store.load().triggers()).containsExactly(new StoredTrigger(ID, anew, 0));
    assertThat(reader.missed(1, "t", 10)).isEmpty();
  }

  @Test
  void whatIsOfAJobThatIsGoneIsLeftOutAndTheRestIsStored() throws Exception {
    TriggerId gone = new TriggerId(99, "t");
    store.store(
        new TriggerChanges(
            List.of(gone),
            List.of(99L),
            List.of(
                new ProgressRow(gone, firedUntil(DAILY, day(2))),
                new ProgressRow(ID, firedUntil(DAILY, day(3)))),
            List.of(new WaitingFireRow(gone, day(1), 1), waiting(day(1), 1)),
            List.of(new CaughtUpFireRow(gone, day(1))),
            List.of(
                new MissedFiresRow(
                    gone,
                    new MissedFires(day(1), day(1), 1, false, MissedReason.CATCHUP_NONE),
                    day(5),
                    null)),
            List.of()));
    assertThat(store.load().triggers())
        .containsExactly(new StoredTrigger(ID, firedUntil(DAILY, day(3)), 1));
  }

  @Test
  void theTriggersOfAJobGoWithItAndNotWithOneThatCannotBeRead() throws Exception {
    store.store(rows(firedUntil(DAILY, day(3)), firedUntil(DAILY, day(4))));
    TestSql.execute(database, "update jobs set deleted = true where number = 2");
    store.store(
        new TriggerChanges(
            List.of(), List.of(1L, 2L), List.of(), List.of(), List.of(), List.of(), List.of()));
    assertThat(store.load().triggers()).extracting(StoredTrigger::id).containsExactly(ID);
  }

  @Test
  void theReaderSeesEachTriggerOfAJobAndWhatWaits() throws Exception {
    TriggerProgress progress = firedUntil(DAILY, day(3));
    store.store(rows(progress));
    assertThat(reader.triggers(1)).containsOnlyKeys("t");
    assertThat(reader.triggers(1).get("t"))
        .isEqualTo(new TriggerOverviewStore.TriggerOverview(progress, 0));
    assertThat(reader.triggers(2)).isEmpty();
  }
}
