package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** A node starts with many triggers: how long until the first fires, and what do they weigh? */
final class TriggerLoadBench {
  private static final Duration DAY = Duration.ofDays(1);

  private final DatabaseUrl database;
  private final Path dataDir;

  TriggerLoadBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(int triggers) throws Exception {
    System.out.printf(
        "Jobs with one daily trigger each, all of which have fired before; one more is due every"
            + " second. %d cores, PostgreSQL on the same machine%n",
        Runtime.getRuntime().availableProcessors());
    for (int many : new int[] {1, 1, triggers, triggers}) { // the first of each warms up
      measure(many);
    }
  }

  private void measure(int triggers) throws Exception {
    try (BenchSchema schema = new BenchSchema(database);
        TriggerNode node = new TriggerNode(schema, dataDir)) {
      Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
      node.jobs("job", triggers, now.minus(DAY.multipliedBy(2)), DAY, DAY, null);
      fired(schema);
      // What is due while the node starts is what fires first.
      node.jobs("first", 1, now, Duration.ZERO, Duration.ofSeconds(1), null);
      long began = System.nanoTime();
      node.start();
      double started = seconds(began);
      while (!schema.exists("select from token")) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      double firstFire = seconds(began);
      TimeUnit.SECONDS.sleep(5);
      System.out.printf(
          "%,8d triggers: node up after %.1f s, first fire after %.1f s, heap %,d MB%n",
          triggers, started, firstFire, TriggerNode.heap());
    }
  }

  /** All of them have fired whatever was due by now. */
  private static void fired(BenchSchema schema) throws SQLException {
    schema.execute(
        """
        insert into triggers (job, name, timing, fired_from, fired_until, fired)
        select number, 't', 'every 1d from ' || trim(trailing '.000Z' from start) ||
            case when start like '%.000Z' then 'Z' else '' end || ' offset PT0S',
          start::timestamptz, start::timestamptz + interval '1 day', 2
        from (select number, definition::jsonb #>> '{triggers,0,start}' as start from jobs) as j
        """);
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
