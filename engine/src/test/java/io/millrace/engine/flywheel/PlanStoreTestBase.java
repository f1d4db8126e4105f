package io.millrace.engine.flywheel;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Plans, on a database of their own. */
abstract class PlanStoreTestBase {
  static final LocalDate DAY = LocalDate.parse("2026-03-01");

  static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

  static final Instant NOON = Instant.parse("2026-03-01T12:00:30Z");

  static final String ROWS =
      "select md5(coalesce(string_agg(p::text, ',' order by minute, user_id), '')) from plan p";

  static final String MINUTES =
      "select md5(string_agg(m::text, ',' order by at)) from plan_minutes m";

  HikariDataSource pool;

  FlywheelDirectory directory;

  PlanStore store;

  PlanOverviewStore reader;

  static FlywheelSettings settings(String overrides) {
    Config config =
        ConfigFactory.parseString(overrides)
            .withFallback(ConfigFactory.load().getConfig("millrace.flywheel.internal"));
    return FlywheelSettings.of(config);
  }

  @BeforeEach
  void create() {
    DatabaseUrl database = TestDatabase.fresh();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(4);
    directory = new FlywheelDirectory(database);
    store = new PlanStore(pool, settings(""));
    reader = new PlanOverviewStore(pool);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  /** The difference between the fullest and the emptiest of the minutes from..until-1. */
  long unevenness(String where, int from, int until) throws Exception {
    return directory.number(
        """
        select max(n) - min(n) from (
          select count(p.minute) as n from generate_series(%d, %d) as minute
          left join (select minute from plan join users on id = user_id where %s) p using (minute)
          group by minute) as counted
        """,
        from, until - 1, where);
  }

  String everything() throws Exception {
    return directory.value(ROWS)
        + directory.value(MINUTES)
        + directory.value("select md5(string_agg(d::text, ',')) from plan_days d")
        + directory.value(
            "select md5(string_agg(c::text, ',' order by client_id)) from plan_clients c");
  }
}
