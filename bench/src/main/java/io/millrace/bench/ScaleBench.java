package io.millrace.bench;

import io.millrace.bench.DrainCost.Counters;
import io.millrace.engine.database.DatabaseUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The same drain on one, two and three nodes, each a process, and what each refresh costs whom. */
final class ScaleBench {
  private static final int MOST_NODES = 3;
  private static final int WITHIN_S = 600;

  /**
   * A drain.
   *
   * @param nodeSeconds of cores, of all nodes together
   * @param databaseSeconds of cores, of all processes of the server
   * @param grantsPerStep how many grants of the pool shared one write
   */
  private record ScaleDrain(
      DrainCost measured, double nodeSeconds, double databaseSeconds, double grantsPerStep) {}

  private final DatabaseUrl database;
  private final Path home;

  ScaleBench(DatabaseUrl database, Path home) {
    this.database = database;
    this.home = home;
  }

  void run(int tasks, int rounds) throws Exception {
    System.out.printf(
        Locale.ROOT,
        "Drain of %,d no-op tasks that are due now on 1 to %d nodes, each a process; %d cores for"
            + " all of them and PostgreSQL, fsync and synchronous_commit on; entities awake%n",
        tasks,
        MOST_NODES,
        Runtime.getRuntime().availableProcessors());
    System.out.printf("%n%5s %5s %9s | %-31s | %s%n", "", "", "", "cores in use", "per refresh");
    System.out.printf(
        "%5s %5s %9s | %7s %10s %12s | %9s %9s %8s %8s %9s%n",
        "nodes",
        "round",
        "per s",
        "nodes",
        "PostgreSQL",
        "grants/step",
        "node ms",
        "PG ms",
        "commits",
        "rows",
        "WAL bytes");
    for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
      try (BenchSchema schema = new BenchSchema(database);
          ScaleCluster cluster =
              new ScaleCluster(nodes, schema.url(), home.resolve("scale" + nodes))) {
        define(cluster, tasks);
        await(schema, "select from due having count(at) < " + tasks);
        for (int round = 0; round <= rounds; round++) {
          ScaleDrain drain = drain(schema, cluster, tasks);
          print(nodes, round, drain);
        }
      }
    }
    System.out.println("round 0: the code is being compiled");
  }

  /** On a slow machine it takes longer than a request may, and continues. */
  private static void define(ScaleCluster cluster, int tasks) throws InterruptedException {
    try {
      cluster.send("PUT", "/sources", MillraceDrain.document(tasks));
    } catch (IOException late) {
      System.out.println("  the sources take their time: " + late.getMessage());
    }
  }

  private ScaleDrain drain(BenchSchema schema, ScaleCluster cluster, int tasks) throws Exception {
    schema.execute("vacuum analyze");
    long backend = schema.numbers("select pg_backend_pid()")[0];
    long drained = schema.numbers("select count(*) from task")[0] + tasks;
    Counters before = Counters.now(schema.url());
    double grants = cluster.metric("millrace_flow_grants_total");
    double steps = cluster.metric("millrace_flow_steps_total");
    double node = CpuTime.of(cluster.pids());
    double postgres = CpuTime.of(CpuTime.family(backend));
    cluster.jump();
    await(
        schema,
        """
        select where exists (select from open_task)
          or (select coalesce(sum(n), 0) from task_minutes where what = 'success') < %d
        """
            .formatted(drained));
    node = CpuTime.of(cluster.pids()) - node;
    postgres = CpuTime.of(CpuTime.family(backend)) - postgres;
    TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
    DrainCost measured =
        new DrainCost(tasks, lastDrain(schema, tasks), Counters.now(schema.url()).since(before));
    return new ScaleDrain(
        measured,
        node,
        postgres,
        (cluster.metric("millrace_flow_grants_total") - grants)
            / (cluster.metric("millrace_flow_steps_total") - steps));
  }

  /** From the first that was queued to the last that ended, as the history has them. */
  private static Duration lastDrain(BenchSchema schema, int tasks) throws Exception {
    return Duration.ofMillis(
        schema
            .numbers(
                """
                select extract(epoch from max(finished_at) - min(created_at)) * 1000
                from (select * from task order by attempt_uid desc limit %d) as latest
                """
                    .formatted(tasks))[0]);
  }

  /** Until the query finds nothing; what is asked is small, whatever the history. */
  private static void await(BenchSchema schema, String left) throws Exception {
    for (int tenth = 0; schema.exists(left); tenth++) {
      if (tenth > 10 * WITHIN_S) {
        throw new IllegalStateException("not done after " + WITHIN_S + " s: " + left);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private static void print(int nodes, int round, ScaleDrain drain) {
    double tasks = drain.measured().tasks();
    double seconds = drain.measured().took().toMillis() / 1e3;
    System.out.printf(
        Locale.ROOT,
        "%5d %5d %,9.0f | %7.2f %10.2f %12.0f | %9.3f %9.3f %8.3f %8.1f %,9.0f%n",
        nodes,
        round,
        drain.measured().rate(),
        drain.nodeSeconds() / seconds,
        drain.databaseSeconds() / seconds,
        drain.grantsPerStep(),
        drain.nodeSeconds() * 1e3 / tasks,
        drain.databaseSeconds() * 1e3 / tasks,
        drain.measured().spent().commits() / tasks,
        drain.measured().spent().rows() / tasks,
        drain.measured().spent().walBytes() / tasks);
  }
}
