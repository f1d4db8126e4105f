package io.millrace.engine.retention;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.retention.HistoryTablesKit.EndedTask;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStore;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HistoryCleanerTest {
  private static final int KEEP_RUNS = 5;
  private static final HistorySettings LONG =
      new HistorySettings(Duration.ofDays(90), KEEP_RUNS, Duration.ofDays(30), 10_000);
  private static final HistorySettings SHORT =
      new HistorySettings(Duration.ofDays(5), KEEP_RUNS, Duration.ofDays(3), 10_000);

  private final HistoryTablesKit kit = new HistoryTablesKit();
  private HistoryCleaner retention = new HistoryCleaner(kit.database.dataSource(), SHORT);
  private final List<EndedTask> all = new ArrayList<>();

  @Test
  void after120DaysExactlyTheRightRowsAreLeft() throws Exception {
    retention = new HistoryCleaner(kit.database.dataSource(), LONG);
    fill(120, 28);
    List<EndedTask> tasks = staying(LONG.keep());
    List<EndedTask> logs = staying(LONG.keepLogs());
    assertThat(tasks).hasSizeBetween(90 * 62, all.size() - 29 * 60);

    runAll();

    assertThat(kit.uids("select attempt_uid from all_tasks order by 1")).isEqualTo(uids(tasks));
    assertThat(kit.uids("select task from all_task_logs order by 1")).isEqualTo(uids(logs));
    assertThat(kit.number("select count(*) from task_kept")).isEqualTo(5);
    assertThat(kit.partitions("task"))
        .as("90 days, today, a week ahead, the default")
        .hasSize(99)
        .doesNotContain("task_20260130")
        .contains("task_20260131");
    assertThat(kit.partitions("task_log")).hasSize(39).doesNotContain("task_log_20260330");
  }

  @Test
  void whatIsKeptIsFoundListedAndReadAsBefore() throws Exception {
    fill(14, 4);
    runAll();
    TaskStore tasks = new TaskStore(kit.database.dataSource());
    List<UUID> rare = uids(all.stream().filter(run -> run.collection().equals("rare")).toList());
    List<UUID> paged = new ArrayList<>();
    UUID after = null;
    do {
      UUID last = after;
      after = null;
      for (var task :
          tasks.list(
              new TaskQuery("s", Instant.EPOCH, kit.clock.instant(), Set.of(), "rare", 2, last))) {
        after = task.id().attemptUid();
        paged.add(0, after);
      }
    } while (after != null);
    assertThat(paged).isEqualTo(rare);
    for (UUID uid : rare) {
      assertThat(tasks.find(uid)).isPresent();
      assertThat(new LogStore(kit.database.dataSource()).read(uid, null, null, 0, 10))
          .extracting(entry -> entry.line().message())
          .containsExactly("of " + uid);
    }
  }

  @Test
  void aSecondRunChangesNothing() throws Exception {
    fill(14, 4);
    runAll();
    String state =
        "select count(*) || ' ' || (select count(*) from all_task_logs) || ' '"
            + " || (select count(*) from pg_inherits) from all_tasks";
    String before = kit.text(state);
    runAll();
    assertThat(kit.text(state)).isEqualTo(before);
  }

  @Test
  void aDayOfWhichMuchMustBeKeptStaysUntilLater() throws Exception {
    kit.partitionCreator.createMissing(kit.clock.instant());
    UUID first = kit.task("s", "c");
    kit.clock.pass(Duration.ofDays(20));
    runAll();
    assertThat(kit.partitions("task")).contains("task_20260101");
    for (int run = 0; run < KEEP_RUNS - 1; run++) {
      kit.task("s", "c");
    }
    runAll();
    assertThat(kit.uids("select attempt_uid from task_20260101")).containsExactly(first);
    kit.task("s", "c");
    runAll();
    assertThat(kit.partitions("task")).doesNotContain("task_20260101");
    assertThat(kit.uids("select attempt_uid from all_tasks")).hasSize(KEEP_RUNS);
  }

  @Test
  void aTaskThatHasNotEndedIsNeverDropped() throws Exception {
    kit.partitionCreator.createMissing(kit.clock.instant());
    UUID open = kit.task("s", "c", "SCHEDULED");
    kit.clock.pass(Duration.ofDays(20));
    UUID stray = kit.task("s", "c", "RUNNING");
    assertThat(kit.uids("select attempt_uid from task_default")).containsExactly(stray);
    kit.clock.pass(Duration.ofDays(20));
    for (int run = 0; run < 2 * KEEP_RUNS; run++) {
      kit.task("s", "c");
    }
    runAll();
    assertThat(kit.uids("select attempt_uid from all_tasks")).contains(open, stray);

    kit.execute("delete from open_task");
    runAll();
    assertThat(kit.uids("select attempt_uid from all_tasks"))
        .hasSize(2 * KEEP_RUNS)
        .doesNotContain(open, stray);
    assertThat(kit.uids("select task from all_task_logs")).doesNotContain(open, stray);
  }

  @Test
  void whatWasKeptGoesWhenNewerRunsHaveTakenItsPlace() throws Exception {
    fill(14, 4);
    runAll();
    List<UUID> kept = kit.uids("select attempt_uid from task_kept order by 1");
    for (int run = 0; run < KEEP_RUNS; run++) {
      kit.clock.pass(Duration.ofSeconds(1));
      kit.task("s", "rare");
    }
    runAll();
    List<UUID> rare = uids(all.stream().filter(run -> run.collection().equals("rare")).toList());
    List<UUID> left = new ArrayList<>(kept);
    assertThat(left.removeAll(rare)).isTrue();
    assertThat(kit.uids("select attempt_uid from task_kept order by 1"))
        .isEqualTo(left)
        .isNotEmpty();
    assertThat(kit.uids("select task from task_log_kept"))
        .doesNotContainAnyElementsOf(rare)
        .containsAll(left);
  }

  @Test
  void theLastRunsOfWhoWasDeletedGoWithTheOthersOfTheirAge() throws Exception {
    fill(14, 4);
    kit.execute("insert into removed_owner values ('s/stopped', '%s')".formatted(daysAgo(9)));
    kit.execute("insert into removed_owner values ('s/rare', '%s')".formatted(daysAgo(5)));
    kit.execute("update task set owner = 'token:7/step/time' where collection = 'daily-0'");
    runAll();
    assertThat(kit.uids("select attempt_uid from task_kept where collection = 'stopped'"))
        .isEmpty();
    assertThat(kit.uids("select task from task_log_kept"))
        .doesNotContainAnyElementsOf(
            uids(all.stream().filter(run -> run.collection().equals("stopped")).toList()));
    assertThat(
            kit.text(
                "select min(created_at) > '%s' from all_tasks where owner is not null"
                    .formatted(daysAgo(6))))
        .isEqualTo("t");
    assertThat(kit.number("select count(*) from all_tasks where collection = 'rare'"))
        .as("it has come back since, and what is of then is kept")
        .isEqualTo(1);
  }

  @Test
  void theLastRunsOfWhoWasTakenOutOfTheSourcesStayAsLongAsItCanComeBack() throws Exception {
    fill(14, 4);
    kit.execute(
        "insert into removed_owner (owner, since, suspended) values ('s/stopped', '%s', true)"
            .formatted(daysAgo(1)));
    runAll();
    assertThat(kit.uids("select attempt_uid from task_kept where collection = 'stopped'"))
        .isNotEmpty();
  }

  @Test
  void whatTriggersHaveMissedAndWhatLogsHaveLostIsForgottenInTheEnd() throws Exception {
    kit.execute(
        """
        insert into jobs (id, project, name, paused, definition, document, media_type, refers_to,
          saved_by, saved_at, version) values
          (gen_random_uuid(), 'p', 'j', false, '', '', '', '{}', 'x', now(), 1);
        insert into triggers (job, name, timing) select number, 't', '' from jobs;
        insert into missed_fires (job, trigger, first, last, fires, at_least, reason, at)
        select number, 't', x, x, 1, false, 'down', x from jobs,
          (values ('%s'::timestamptz), ('%s'::timestamptz)) as v(x)
        """
            .formatted(daysAgo(6), daysAgo(4)));
    kit.partitionCreator.createMissing(kit.clock.instant());
    UUID first = kit.task("s", "c");
    kit.execute("insert into task_log_kept select * from task_log; truncate task_log");
    kit.execute("insert into task_log_cut values ('%s', 5)".formatted(first));
    for (int run = 0; run < KEEP_RUNS; run++) {
      kit.clock.pass(Duration.ofSeconds(1));
      kit.task("s", "c");
    }
    runAll();
    assertThat(kit.number("select count(*) from missed_fires")).isEqualTo(1);
    assertThat(kit.number("select count(*) from task_log_cut")).isEqualTo(1);

    kit.clock.pass(Duration.ofDays(9));
    runAll();
    assertThat(kit.number("select count(*) from missed_fires")).isZero();
    assertThat(kit.number("select count(*) from task_log_cut")).isZero();
  }

  private Instant daysAgo(int days) {
    return kit.clock.instant().minus(Duration.ofDays(days));
  }

  @Test
  void aConcurrentWriterLosesNothing() throws Exception {
    fill(14, 4);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> write(done));
    runAll();
    done.set(true);
    int written = writer.join();
    assertThat(written).isPositive();
    assertThat(kit.number("select count(*) from task where source = 'writer'")).isEqualTo(written);
    assertThat(kit.number("select count(*) from task where source = 'writer' and worker = 'w'"))
        .isEqualTo(written);
  }

  /** Queues and starts tasks one after another, as the journal does. */
  private int write(AtomicBoolean done) {
    int written = 0;
    try (Connection connection = kit.database.connect();
        Statement sql = connection.createStatement()) {
      while (!done.get() || written < 100) {
        UUID uid = kit.uid();
        kit.insert(
            connection,
            List.of(new EndedTask(uid, "c" + written % 7, kit.clock.instant())),
            "writer");
        sql.execute("update task set worker = 'w' where attempt_uid = '" + uid + "'");
        written++;
      }
      return written;
    } catch (Exception fault) {
      throw new AssertionError(fault);
    }
  }

  /** Fills the history: a busy collection, a daily one, rare ones, and some that stopped. */
  private void fill(int days, int rare) throws Exception {
    try (Connection connection = kit.database.connect()) {
      for (int day = 0; day < days; day++) {
        kit.partitionCreator.createMissing(kit.clock.instant());
        List<EndedTask> runs = new ArrayList<>();
        for (int run = 0; run < 60; run++) {
          runs.add(new EndedTask(kit.uid(), "busy", kit.clock.instant()));
        }
        runs.add(new EndedTask(kit.uid(), "daily", kit.clock.instant()));
        runs.add(new EndedTask(kit.uid(), "daily-" + day % 2, kit.clock.instant()));
        if (day % rare == 0) {
          runs.add(new EndedTask(kit.uid(), "rare", kit.clock.instant()));
        }
        if (day < 3) {
          runs.add(new EndedTask(kit.uid(), "stopped", kit.clock.instant()));
        }
        kit.insert(connection, runs, "s");
        all.addAll(runs);
        kit.clock.pass(Duration.ofDays(1));
      }
    }
    all.sort(comparing(run -> run.uid().toString()));
  }

  private void runAll() throws Exception {
    Instant now = kit.clock.instant();
    Instant next = now;
    while (!next.isAfter(now)) {
      next = retention.run(now);
    }
  }

  /** The expected rows: tasks of a day within the period, or among the latest. */
  private List<EndedTask> staying(Duration keep) {
    Instant midnight = kit.clock.instant().minus(keep).truncatedTo(ChronoUnit.DAYS);
    Map<String, Integer> newer = new HashMap<>();
    List<EndedTask> staying = new ArrayList<>();
    for (int i = all.size() - 1; i >= 0; i--) {
      EndedTask run = all.get(i);
      if (!run.at().isBefore(midnight) || newer.getOrDefault(run.collection(), 0) < KEEP_RUNS) {
        staying.add(0, run);
      }
      newer.merge(run.collection(), 1, Integer::sum);
    }
    return staying;
  }

  private static List<UUID> uids(List<EndedTask> runs) {
    return runs.stream().map(EndedTask::uid).toList();
  }
}
