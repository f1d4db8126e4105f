package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.store.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;

/** The drain with the states as one table, and then as they are divided for very many. */
record PartitionBench(DatabaseUrl database, Path dataDir) {
  private static final Path PARTITION = Path.of("cluster-config", "partition.sql");

  /** Each of them twice, for the second one is always the faster: the first pair is not counted. */
  void run(int tasks, int rounds) throws Exception {
    String sql = Files.readString(PARTITION);
    run("one table, to get warm", "", tasks, rounds);
    run("divided, to get warm", sql, tasks, rounds);
    double whole = run("one table", "", tasks, rounds);
    double divided = run("divided", sql, tasks, rounds);
    System.out.printf("%nwarm, divided to one table: ratio %.2f%n", divided / whole);
  }

  private double run(String name, String sql, int tasks, int rounds) throws Exception {
    double best = 0;
    try (BenchSchema schema = new BenchSchema(database)) {
      Migrations.migrate(schema.url());
      schema.execute(sql);
      try (MillraceDrain millrace = new MillraceDrain(schema.url(), tasks, dataDir)) {
        for (int round = 1; round <= rounds; round++) {
          DrainBench.print(name + ", cold, round " + round, millrace.runCold());
          best = Math.max(best, DrainBench.print(name + ", warm", millrace.runWarm()));
        }
      }
    }
    return best;
  }
}
