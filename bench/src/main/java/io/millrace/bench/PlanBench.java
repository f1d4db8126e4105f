package io.millrace.bench;

import com.sun.management.ThreadMXBean;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.PlanStore;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.store.Migrations;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The plan of a day for more and more users of one client, and the same plan once more. */
final class PlanBench implements AutoCloseable {
  private static final LocalDate FIRST_DAY = LocalDate.parse("2026-03-01");
  private static final double MEGABYTE = 1 << 20;

  private final HikariDataSource pool = new HikariDataSource();
  private final PlanStore store;

  PlanBench(DatabaseUrl database) {
    Migrations.migrate(database);
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(2);
    store =
        new PlanStore(
            pool,
            FlywheelSettings.of(ConfigFactory.load().getConfig("millrace.flywheel.internal")));
  }

  void run(int most) throws SQLException {
    System.out.printf(
        "Plan of a day, once a day for every user; %d cores, PostgreSQL on the same machine,"
            + " fsync and synchronous_commit on, heap of %,d MB at most%n",
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() / (1 << 20));
    execute("insert into clients values ('bench', 'bench', 1, false)");
    LocalDate day = FIRST_DAY;
    store.plan(day, start(day)); // the classes are loaded, the pool is there
    for (int users = Math.min(10_000, most); ; users = Math.min(10 * users, most)) {
      addUsers(users);
      day = day.plusDays(1);
      measure(day, users);
      if (users == most) {
        return;
      }
    }
  }

  private void measure(LocalDate day, int users) throws SQLException {
    long base = collected();
    long allocated = allocated();
    long began = System.nanoTime();
    PlanResult planned = store.plan(day, start(day));
    double seconds = (System.nanoTime() - began) / 1e9;
    allocated = allocated() - allocated;
    long peak = peak();
    String before = fingerprint(day);
    began = System.nanoTime();
    PlanResult again = store.plan(day, start(day));
    double secondsAgain = (System.nanoTime() - began) / 1e9;
    boolean same =
        again.refreshes() == 0 && again.removed() == 0 && fingerprint(day).equals(before);
    System.out.printf(
        "  %,9d users: %6.2f s, %,8.0f rows/s; heap %.1f MB before, %.1f MB at most,"
            + " %.2f MB allocated in all; %s; again: %.2f s, %s%n",
        users,
        seconds,
        planned.refreshes() / seconds,
        base / MEGABYTE,
        peak / MEGABYTE,
        allocated / MEGABYTE,
        spread(day),
        secondsAgain,
        same ? "nothing changed" : "IT CHANGED");
  }

  private static Instant start(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private void addUsers(int upTo) throws SQLException {
    execute(
        """
        insert into users select 'user-' || lpad(i::text, 9, '0'), 'bench', 'ACTIVE', null
        from generate_series((select count(*) from users), %d - 1) as i
        """
            .formatted(upTo));
    execute("vacuum analyze users");
  }

  private String spread(LocalDate day) throws SQLException {
    return value(
        """
        select min(users) || ' to ' || max(users) || ' a minute' from plan_minutes
        where at >= '%s' and at < '%s'
        """
            .formatted(start(day), start(day.plusDays(1))));
  }

  private String fingerprint(LocalDate day) throws SQLException {
    return value(
        "select count(*) || ' ' || sum(hashtextextended(p::text, 0)) from plan p where date = '%s'"
            .formatted(day));
  }

  /** What is in use when nothing is left to collect; the peak is counted from here. */
  private static long collected() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    return peak();
  }

  /** Garbage included: what is really live is less. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(memory -> memory.getType() == MemoryType.HEAP)
        .mapToLong(memory -> memory.getPeakUsage().getUsed())
        .sum();
  }

  /** By this thread, which does all of it: more than is ever live at once. */
  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String value(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
