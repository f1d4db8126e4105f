package io.millrace.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.job.JobQuery;
import io.millrace.engine.job.JobStore;
import io.millrace.engine.retention.PartitionCreator;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.store.ExplainingDatabase;
import io.millrace.engine.store.ExplainingDatabase.ExplainedQuery;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskCounter;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskSearchStore;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.TokenStore;
import io.millrace.engine.watch.UserSiteOverviewStore.UserSiteQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Checks the query plans of the page's views on 100,000 user-sites, 1,000,000 tasks and 200,000
 * tokens. Each view takes one query, and no query scans a growing table. The plans are kept in
 * target/plans.
 */
class WatchPlansTest implements TaskSearchPlanChecks {
  private static final Instant NOW = LAST.minus(Duration.ofHours(12));

  /** A full scan of a smaller table is fast enough. */
  private static final int GROWN = 1_000;

  private static final FlywheelSettings SETTINGS =
      FlywheelSettings.of(ConfigFactory.load().getConfig("millrace.flywheel.internal"));

  private static HikariDataSource database;

  private final ExplainingDatabase explained = new ExplainingDatabase(database);
  private final TaskStore tasks = new TaskStore(explained.dataSource());
  private final UserSiteOverviewStore standings = new UserSiteOverviewStore(explained.dataSource());
  private final TaskCountStore counts =
      new TaskCountStore(explained.dataSource(), new TaskCounter());
  private final DueSummaryStore glances = new DueSummaryStore(explained.dataSource());
  private final PlanOverviewStore plans = new PlanOverviewStore(explained.dataSource());
  private final JobStore jobs =
      new JobStore(explained.dataSource(), Clock.fixed(LAST, ZoneOffset.UTC));
  private final TokenStore tokens = new TokenStore(explained.dataSource());

  @BeforeAll
  static void fill() throws SQLException {
    HikariConfig one = new HikariConfig();
    one.setDataSource(TestDatabase.fresh().dataSource());
    one.setMaximumPoolSize(1); // the statistics of one connection count all reads
    database = new HikariDataSource(one);
    new PartitionCreator(database).createMissing(FIRST);
    execute(
        """
insert into clients values ('c', 'c', 1, false);
insert into sites select 's' || i, 'p', false, true, false, '{}', '', true
  from generate_series(0, 9) as i;
insert into users select 'u' || i, 'c', 'ACTIVE' from generate_series(0, 49999) as i;
insert into user_sites (id, user_id, site_id, status, migrating)
  select 'us' || i, 'u' || i % 50000, 's' || i % 10,
    case when i % 100 = 0 then 'STEP_NEEDED' else 'CONNECTED' end, false
  from generate_series(0, 99999) as i;
insert into due (owner, at, schedule, disabled_reason)
  select owner, case when id like '%77' then null else timestamptz '2026-03-09 00:00Z' end, '',
    case when id like '%77' then 'broken' end from user_sites;
insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
  system, pool, timeout_ms, created_at)
select overlay(first_uid(at)::text placing lpad(to_hex(i), 12, '0') from 25)::uuid,
  's' || i % 10, 'us' || i % 100000, 1,
  case when i >= 999700 then 'SCHEDULED' when i % 1000 = 0 then 'FAILED' else 'SUCCESS' end,
  'plan', 200, 'DEFAULT', 'default', 1000, at
from (select i, timestamptz '2026-03-01 00:00Z' + i * interval '691.2 ms' as at
  from generate_series(0, 999999) as i) as x;
insert into open_task select attempt_uid, pool from task where status = 'SCHEDULED';
insert into unsuccessful_task select attempt_uid, status from task where status = 'FAILED';
insert into task_minutes select timestamptz '2026-03-01 00:00Z' + i * interval '1 min', what, '', 87, 0
  from generate_series(0, 11519) as i, unnest('{queued,started,success,failure}'::text[]) as what;
insert into jobs (id, project, name, paused, definition, document, media_type, refers_to, saved_by, saved_at, version)
  select gen_random_uuid(), 'p', 'j' || lpad(i::text, 4, '0'), false, '{}', '', '', '{}', '', now(), i
  from generate_series(1, 2000) as i;
insert into triggers (job, name, timing, fired_until)
  select number, 't', '', timestamptz '2026-03-09 00:00Z' from jobs;
insert into token select 'token:' || number || '/s' || s || '/' || t, number, 's' || s,
    timestamptz '2026-03-01 00:00Z' + t * interval '1 hour', 'SUCCESS', 0, now()
  from jobs, generate_series(1, 200) as t, generate_series(1, 5) as s where number <= 200;
""");
    execute(
        """
create table plan_today partition of plan for values in ('2026-03-08');
insert into plan select '2026-03-08', 60 + (u * 27 + n * 345) % 1380, 'u' || u, n + 1
  from generate_series(0, 49999) as u, generate_series(0, 3) as n;
insert into plan_days values ('2026-03-08', '2026-03-07 23:00Z');
insert into plan_minutes (at, state, users)
  select timestamptz '2026-03-01 00:00Z' + i * interval '1 min', 'done', 87 from generate_series(0, 11519) as i;
""");
    execute("vacuum analyze");
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @BeforeEach
  void remember() throws SQLException {
    execute("drop table if exists read_before");
    execute("select pg_stat_force_next_flush()");
    execute("create table read_before as select * from pg_stat_user_tables");
  }

  @AfterEach
  void nothingThatGrowsIsScanned(TestInfo test) throws Exception {
    List<String> grown;
    try (Connection connection = database.getConnection()) {
      grown =
          new Statements(connection)
              .rows(
                  "select relname from pg_class where relkind = 'r' and reltuples >= ?",
                  row -> row.getString(1),
                  GROWN);
    }
    assertThat(grown).contains("task_20260301", "user_sites", "due", "task_minutes", "plan_today");
    Path kept = Files.createDirectories(Path.of("target", "plans"));
    Files.writeString(
        kept.resolve(test.getTestMethod().orElseThrow().getName() + ".txt"),
        explained.plans().stream()
            .map(ExplainedQuery::toString)
            .collect(Collectors.joining("\n\n")));
    for (ExplainedQuery plan : explained.plans()) {
      System.out.println(plan.inShort());
      assertThat(plan.scanned()).as(plan.toString()).doesNotContainAnyElementsOf(grown);
    }
  }

  /** Expects this number of queries. */
  private void queries(int n) {
    assertThat(explained.plans()).hasSize(n);
  }

  @Test
  void aDayReadsItsOwnMinutesOnly() throws Exception {
    assertThat(counts.between(LAST.minus(Duration.ofDays(1)), LAST)).hasSize(4 * 1440);
    assertThat(read()).isLessThan(4 * 1440 + 100);
    assertThat(counts.sums(LAST.minus(Duration.ofDays(1)), LAST)).hasSize(4);
    queries(2);
    assertThat(plans.day(LocalDate.of(2026, 3, 8)).orElseThrow().minutes()).isNotEmpty();
    assertThat(read()).isLessThan(2 * 4 * 1440 + 1440 + 1000);
  }

  @Test
  void theGlanceReadsWhatIsDueAndThreeVersions() throws Exception {
    assertThat(glances.at(FIRST).due()).isZero();
    assertThat(read()).isLessThan(50);
    assertThat(glances.at(LAST).due()).as("more than that is not counted").isEqualTo(10_000);
    assertThat(read()).isLessThan(30_000);
  }

  @Test
  void aPageOfUserSitesReadsHardlyMoreThanItShows() throws Exception {
    assertThat(standings.userSites(wanted(null, null, null, null), NOW))
        .hasSize(50)
        .allMatch(standing -> standing.last() != null && standing.plannedAt().isAfter(NOW));
    queries(1);
    assertThat(standings.userSites(wanted("us123", null, null, null), NOW)).hasSize(50);
    assertThat(standings.userSites(wanted(null, "u17", null, null), NOW)).hasSize(2);
    assertThat(standings.userSites(wanted(null, null, "s3", null), NOW)).hasSize(50);
    assertThat(standings.userSites(wanted(null, null, null, ConnectionStatus.STEP_NEEDED), NOW))
        .hasSize(50);
    queries(5);
    assertThat(read()).isLessThan(5_000);
  }

  @Test
  void thoseThatAreDisabledAreFoundAmongAll() throws Exception {
    assertThat(standings.disabled(null, 50, NOW))
        .hasSize(50)
        .allMatch(standing -> standing.disabledReason().equals("broken"));
    assertThat(standings.ofOwners(List.of("s1/us1", "s2/us2", "no/such"), NOW)).hasSize(3);
    queries(2);
    assertThat(read()).isLessThan(1_500);
  }

  @Test
  void tasksOfAllSourcesAreFoundByTheirStatusAndTime() throws Exception {
    assertThat(tasks.list(query(null))).hasSize(100);
    assertThat(tasks.list(query(TaskStatus.SUCCESS))).hasSize(100);
    assertThat(tasks.list(query(TaskStatus.SCHEDULED))).hasSize(100);
    assertThat(tasks.list(query(TaskStatus.FAILED))).hasSize(100);
    queries(4);
    assertThat(read()).isLessThan(2_000);
  }

  @Test
  void tasksOfANameAreFoundInTheSourcesThatHaveIt() throws Exception {
    TaskQuery named = new TaskQuery(null, FIRST, LAST, Set.of(), "us17", 100, null);
    assertThat(tasks.list(named, List.of("external", "s7"))).hasSize(10);
    TaskQuery failed =
        new TaskQuery(null, FIRST, LAST, Set.of(TaskStatus.FAILED), "us2000", 100, null);
    assertThat(tasks.list(failed, List.of("s0"))).hasSize(10);
    queries(2);
    assertThat(read()).isLessThan(100);
  }

  @Test
  void oneTaskAndTheTasksOfOneOwnerAreFoundAtOnce() throws Exception {
    TaskQuery owner = new TaskQuery("s7", FIRST, LAST, Set.of(), "us17", 25, null);
    List<Task> found = tasks.list(owner);
    assertThat(found).hasSize(10);
    assertThat(tasks.find(found.get(0).id().attemptUid())).isPresent();
    queries(2);
    assertThat(read()).isLessThan(50);
  }

  @Test
  void whetherASourceHasTasksIsOneLookAtAnIndexOfEachDay() throws Exception {
    assertThat(tasks.hasTasks("s7", null)).isTrue();
    assertThat(tasks.hasTasks("nobody", null)).isFalse();
    assertThat(tasks.hasTasks("s7", "us17")).isTrue();
    assertThat(tasks.hasTasks("s7", "us18")).isFalse();
    queries(4);
    assertThat(read()).isLessThan(50);
    PlanOverviewStore.UserPlan plan =
        plans.plan("u17", LocalDate.of(2026, 3, 8), SETTINGS, NOW).orElseThrow();
    assertThat(plan.slots()).hasSize(4);
    assertThat(read()).isLessThan(150);
  }

  @Test
  void aPageOfJobsReadsOnlyTheLatestTimeOfEach() throws Exception {
    assertThat(jobs.list(new JobQuery(null, null, null, null, 50)))
        .hasSize(50)
        .allMatch(job -> job.states().equals(Map.of(TokenState.SUCCESS, 5)))
        .allMatch(job -> job.recent().steps() == 50)
        .allMatch(job -> job.firedUntil().containsKey("t"));
    queries(1);
    assertThat(read()).isLessThan(5_000);
  }

  @Test
  void aGridReadsOnlyTheTimesItShows() throws Exception {
    assertThat(tokens.latest(100, null, 30)).hasSize(150);
    assertThat(tokens.latest(100, FIRST.plus(Duration.ofDays(4)), 30)).hasSize(150);
    queries(2);
    assertThat(read()).isLessThan(600);
  }

  @Override
  public TaskSearchStore searches() {
    return tasks.searches();
  }

  @Override
  public long rowsRead() throws SQLException {
    return read();
  }

  private static UserSiteQuery wanted(
      String prefix, String user, String site, ConnectionStatus status) {
    return new UserSiteQuery(prefix, user, site, status, null, 50);
  }

  private static TaskQuery query(TaskStatus status) {
    return TaskSearchPlanChecks.query(FIRST, LAST, status);
  }

  /** The number of rows read, with or without an index. */
  private static long read() throws SQLException {
    execute("select pg_stat_force_next_flush()");
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .number(
              """
              select sum(n.seq_tup_read - b.seq_tup_read
                + coalesce(n.idx_tup_fetch - b.idx_tup_fetch, 0))
              from pg_stat_user_tables n join read_before b using (relid)
              """);
    }
  }

  private static void execute(String statement) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }
}
