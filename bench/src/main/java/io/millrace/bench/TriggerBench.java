package io.millrace.bench;

import io.millrace.engine.database.DatabaseUrl;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** Triggers that fire every ten seconds: are all of them fired, once, and how late? */
final class TriggerBench {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final int START_WITHIN_S = 20;
  private static final int END_WITHIN_S = 120;

  private final DatabaseUrl database;
  private final Path dataDir;

  TriggerBench(DatabaseUrl database, Path dataDir) {
    this.database = database;
    this.dataDir = dataDir;
  }

  void run(int triggers, int seconds) throws Exception {
    System.out.printf(
        "%,d triggers every %d s for %d s, each sets off a step without work; %d cores, PostgreSQL"
            + " on the same machine, fsync and synchronous_commit on%n",
        triggers, PERIOD.toSeconds(), seconds, Runtime.getRuntime().availableProcessors());
    System.out.println("not counted: the code is compiled");
    measure(Math.min(2_000, triggers), 20, PERIOD);
    System.out.printf("spread over the %d s%n", PERIOD.toSeconds());
    measure(triggers, seconds, PERIOD);
    System.out.println("all at the same moment");
    measure(triggers, seconds, Duration.ZERO);
  }

  private void measure(int triggers, int seconds, Duration spread) throws Exception {
    try (BenchSchema schema = new BenchSchema(database);
        TriggerNode node = new TriggerNode(schema, dataDir)) {
      Instant start =
          Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(START_WITHIN_S);
      node.jobs("job", triggers, start, spread, PERIOD, start.plusSeconds(seconds));
      node.start();
      if (Clock.systemUTC().instant().isAfter(start)) {
        throw new IllegalStateException("the node did not start in " + START_WITHIN_S + " s");
      }
      long expected = triggers * (seconds / PERIOD.toSeconds());
      long[] done = awaitAll(schema, start.plusSeconds(seconds), expected);
      System.out.printf(
          "  %,d fires expected; %,d in time, %,d caught up, %,d missed, %,d tokens, %,.0f arrived"
              + " twice%n",
          expected,
          done[0],
          done[1],
          done[2],
          done[3],
          node.metric("millrace_tokens_arrivals_total{result=\"known\"}"));
      System.out.printf(
          "  lateness, until it was acknowledged as stored: p50 %.0f ms, p99 %.0f ms, max %.0f"
              + " ms%n",
          1000 * node.metric("millrace_triggers_lateness_seconds{quantile=\"0.5\"}"),
          1000 * node.metric("millrace_triggers_lateness_seconds{quantile=\"0.99\"}"),
          1000 * node.metric("millrace_triggers_lateness_seconds_max"));
      if (done[0] != expected || done[3] != expected) {
        throw new IllegalStateException("not every trigger has fired in time, see above");
      }
    }
  }

  /** In time, caught up, missed, tokens. */
  private static long[] awaitAll(BenchSchema schema, Instant end, long expected) throws Exception {
    while (true) {
      TimeUnit.SECONDS.sleep(1);
      long[] done =
          schema.numbers(
              """
              select coalesce(sum(fired), 0), coalesce(sum(caught_up), 0),
                coalesce(sum(missed), 0), (select count(*) from token)
              from triggers
              """);
      Instant now = Clock.systemUTC().instant();
      if (done[0] + done[1] + done[2] >= expected || now.isAfter(end.plusSeconds(END_WITHIN_S))) {
        return done;
      }
    }
  }
}
