package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.http.Node;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Millrace's whole path for each task: woken from the due index, queued, granted, run, ended, its
 * next time booked. All tasks have the same daily schedule, and the clock is put forward to it.
 */
final class MillraceDrain implements AutoCloseable {
  private static final String SETTINGS =
      """
      millrace {
        http.port = 0
        http.admin-token = "bench-bench-bench-bench"
        worker.slots = 1000
        flow.max-concurrency = 1000
        clock.max-offset = 0s
        due.max-unanswered = 2000
      }
      akka.cluster.sharding.passivation.longest-idle {
        active-entity-limit = 1000000
        idle-entity.timeout = 1h
      }
      """;

  private final DatabaseUrl database;
  private final int tasks;
  private final Config config;
  private final JumpingClock clock = new JumpingClock();
  private Node node;

  MillraceDrain(DatabaseUrl database, int tasks, Path dataDir) throws Exception {
    this.database = database;
    this.tasks = tasks;
    this.config =
        ConfigFactory.parseString(SETTINGS)
            .withValue("millrace.db.url", value(database.url()))
            .withValue("millrace.db.user", value(database.user()))
            .withValue("millrace.db.password", value(database.password()))
            .withValue("millrace.data-dir", value(dataDir.toString()));
    start();
    node.engine()
        .refreshes()
        .sourceKeeper()
        .put(document(tasks), "bench")
        .toCompletableFuture()
        .get(10, TimeUnit.MINUTES);
  }

  /** So many collections that are due at midnight. */
  static String document(int tasks) {
    return IntStream.range(0, tasks)
        .mapToObj(i -> "- {name: c%d, schedule: '@daily'}".formatted(i))
        .collect(Collectors.joining("\n", "sources:\n bench:\n  collections:\n  ", "\n"))
        .replace("\n-", "\n  -");
  }

  private static com.typesafe.config.ConfigValue value(String text) {
    return com.typesafe.config.ConfigValueFactory.fromAnyRef(text);
  }

  private void start() {
    node =
        Node.start(
            io.millrace.http.settings.Settings.load(config),
            clock.withZone(ZoneOffset.UTC),
            () -> 0);
  }

  /** Every user-site is asleep: the node has just started. */
  DrainCost runCold() throws Exception {
    node.close();
    start();
    return run();
  }

  DrainCost runWarm() throws Exception {
    return run();
  }

  private DrainCost run() throws Exception {
    execute("vacuum analyze");
    DrainCost.Counters before = DrainCost.Counters.now(database);
    clock.jump(Duration.ofDays(1));
    while (workIsLeft()) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    Duration took = lastDrain();
    TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
    return new DrainCost(tasks, took, DrainCost.Counters.now(database).since(before));
  }

  /**
   * Two looks at an index each; anything that scans the history would be part of the measurement.
   */
  private boolean workIsLeft() throws SQLException {
    return number(
            """
            select (exists (select 1 from due where at <= '%s')
              or exists (select 1 from open_task))::int
            """
                .formatted(clock.instant()))
        > 0;
  }

  /** From the first start to the last end, as the history has them. */
  private Duration lastDrain() throws SQLException {
    return Duration.ofMillis(
        number(
            """
            select extract(epoch from max(finished_at) - min(created_at)) * 1000
            from (select * from task order by attempt_uid desc limit %d) as latest
            """
                .formatted(tasks)));
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    node.close();
  }
}
