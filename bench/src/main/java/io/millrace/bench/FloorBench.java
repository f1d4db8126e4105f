package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The floor: the rows of a drain, written with plain JDBC into the same tables, in groups of the
 * same size. Nothing decides, nothing is sent. What Millrace needs more is its own part.
 */
final class FloorBench {
  private static final int WRITERS = 3;

  /** Millrace needs so many transactions for a group of tasks: queued, started, ended. */
  private static final int STEPS = 3;

  private static final String BY_KEY =
      "set local enable_seqscan = off; set local enable_hashjoin = off;"
          + " set local enable_mergejoin = off; set local jit = off";

  /** Each takes the owners of a group. Their uids are those of this round. */
  private static final List<List<String>> STATEMENTS =
      List.of(
          List.of(
              """
              update owner_state as s set revision = s.revision + 1, state = s.state
              from unnest(?::text[]) as batch (owner) where s.owner = batch.owner
                and not exists (select 1 from put_out where node = 'floor')
              """,
              """
              with batch as (
                select f.owner, f.uid from unnest(?::text[]) as b (owner)
                cross join lateral (select * from floor where owner = b.owner offset 0) f),
              queued as (
                insert into task (attempt_uid, source, collection, attempt_no, status, reason,
                  priority, system, pool, queue, timeout_ms, created_at, logical_time)
                select uid, split_part(owner, '/', 1), split_part(owner, '/', 2), 1, 'SCHEDULED',
                  'schedule', 200, 'DEFAULT', 'default', '', 600000, now(), now() from batch)
              insert into open_task (attempt_uid, pool) select uid, 'default' from batch
              """,
              """
              insert into due (owner, at, schedule) select owner, now() + interval '1 day', ''
              from unnest(?::text[]) as batch (owner)
              on conflict (owner) do update set at = excluded.at, retry = 0
              """),
          List.of(
              """
              update %s as task set status = 'RUNNING', worker = '127.0.0.1:2551-1b3af1d4',
                started_at = now(), deadline = now() + interval '10 min'
              from unnest(?::text[]) as b (owner)
              cross join lateral (select uid from floor where owner = b.owner offset 0) f
              where task.attempt_uid = f.uid and task.status || '' = 'SCHEDULED'
              """),
          List.of(
              """
              update owner_state as s set revision = s.revision + 1, state = s.state
              from unnest(?::text[]) as batch (owner) where s.owner = batch.owner
                and not exists (select 1 from put_out where node = 'floor')
              """,
              """
              with ended as (
                update %s as task set status = 'SUCCESS', finished_at = now()
                from unnest(?::text[]) as b (owner)
                cross join lateral (select uid from floor where owner = b.owner offset 0) f
                where task.attempt_uid = f.uid and task.status || '' in ('SCHEDULED', 'RUNNING')
                returning task.attempt_uid)
              delete from open_task using ended where open_task.attempt_uid = ended.attempt_uid
              """));

  private final DatabaseUrl database;
  private final Path dataDir;

  FloorBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(int tasks, int rounds) throws Exception {
    try (BenchSchema schema = new BenchSchema(database)) {
      List<Double> cold = new ArrayList<>();
      List<Double> warm = new ArrayList<>();
      long commits = 1;
      try (MillraceDrain millrace = new MillraceDrain(schema.url(), tasks, dataDir)) {
        for (int round = 1; round <= rounds; round++) {
          cold.add(DrainBench.print("Millrace, entities cold", millrace.runCold()));
          DrainCost awake = millrace.runWarm();
          warm.add(DrainBench.print("Millrace, entities warm", awake));
          commits = Math.max(1, awake.spent().commits());
        }
      }
      int group = (int) Math.max(1, STEPS * (long) tasks / commits);
      List<Double> floor = new ArrayList<>();
      for (int round = 1; round <= rounds; round++) {
        String name = "the same rows in groups of " + group;
        floor.add(DrainBench.print(name, drain(schema, tasks, group)));
      }
      double least = DrainBench.best(floor);
      System.out.printf(
          "%nbest of %d rounds: floor %,.0f/s; Millrace warm %.2f of it, cold %.2f%n",
          rounds, least, DrainBench.best(warm) / least, DrainBench.best(cold) / least);
    }
  }

  private DrainCost drain(BenchSchema schema, int tasks, int group) throws Exception {
    schema.execute("drop table if exists floor");
    schema.execute(
        """
        create table floor as select owner, (overlay(gen_random_uuid()::text placing
          substr(first_uid(now())::text, 1, 13) || '-7' from 1 for 15))::uuid as uid
        from owner_state order by owner
        """);
    schema.execute("alter table floor add primary key (owner)");
    schema.execute("vacuum analyze");
    ConcurrentLinkedQueue<String[]> groups = groups(schema.url(), group);
    String day = "task_" + DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.now(ZoneOffset.UTC));
    DrainCost.Counters before = DrainCost.Counters.now(schema.url());
    AtomicReference<Exception> fault = new AtomicReference<>();
    CountDownLatch writers = new CountDownLatch(WRITERS);
    long began = System.nanoTime();
    for (int i = 0; i < WRITERS; i++) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  write(schema.url(), groups, day);
                } catch (Exception failed) {
                  fault.set(failed);
                } finally {
                  writers.countDown();
                }
              });
      writer.start();
    }
    writers.await();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    if (fault.get() != null) {
      throw fault.get();
    }
    TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
    return new DrainCost(tasks, took, DrainCost.Counters.now(schema.url()).since(before));
  }

  private static ConcurrentLinkedQueue<String[]> groups(DatabaseUrl url, int group)
      throws Exception {
    ConcurrentLinkedQueue<String[]> groups = new ConcurrentLinkedQueue<>();
    List<String> owners = new ArrayList<>();
    try (Connection connection = url.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select owner from floor order by owner")) {
      while (rows.next()) {
        owners.add(rows.getString(1));
      }
    }
    for (int from = 0; from < owners.size(); from += group) {
      groups.add(
          owners.subList(from, Math.min(from + group, owners.size())).toArray(String[]::new));
    }
    return groups;
  }

  private static void write(DatabaseUrl url, ConcurrentLinkedQueue<String[]> groups, String day)
      throws Exception {
    try (Connection connection = url.connect();
        Statement settings = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String[] group = groups.poll(); group != null; group = groups.poll()) {
        for (List<String> step : STATEMENTS) {
          settings.execute(BY_KEY);
          for (String sql : step) {
            try (PreparedStatement statement =
                connection.prepareStatement(sql.replace("%s", day))) {
              statement.setArray(1, connection.createArrayOf("text", group));
              statement.executeUpdate();
            }
          }
          connection.commit();
        }
      }
    }
  }
}
