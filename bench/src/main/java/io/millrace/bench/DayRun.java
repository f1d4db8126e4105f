package io.millrace.bench;

import io.millrace.bench.DrainCost.Counters;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The whole plan of a day, as fast as it goes: from the jump of the clock until all has ended. */
final class DayRun {
  private static final long SAY_EVERY_S = 10;
  private static final int MOST_LINES_WITHOUT_PROGRESS = 30;

  private final BenchSchema schema;
  private final int users;
  private final Instant begin;
  private final Instant end;
  private final AtomicInteger awake = new AtomicInteger();
  private final AtomicInteger awakeAtMost = new AtomicInteger();
  private String lastSaid = "";
  private int saidAgain;

  DayRun(BenchSchema schema, LocalDate day, int users) {
    this.schema = schema;
    this.users = users;
    this.begin = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    this.end = begin.plus(Duration.ofDays(1)).minusSeconds(50);
  }

  /**
   * @param tick makes the flywheel look at the clock
   */
  DrainCost run(ManualClock clock, Runnable tick) throws Exception {
    long backend = schema.numbers("select pg_backend_pid()")[0];
    List<Long> self = List.of(ProcessHandle.current().pid());
    double node = CpuTime.of(self);
    double postgres = CpuTime.of(CpuTime.family(backend));
    Counters before = Counters.now(schema.url());
    long began = System.nanoTime();
    clock.put(end);
    tick.run();
    for (long looks = 1; workIsLeft(); looks++) {
      TimeUnit.MILLISECONDS.sleep(100);
      if (looks % 10 == 0) {
        AwakeEntities.countAwake()
            .thenAccept(this::sawAwake); // one that is not answered is left out
      }
      if (looks % (10 * SAY_EVERY_S) == 0) {
        say((System.nanoTime() - began) / 1_000_000_000);
      }
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    System.out.printf(
        "    of a core, per refresh: %.3f ms in the node, %.3f ms in PostgreSQL%n",
        (CpuTime.of(self) - node) * 1e3 / users,
        (CpuTime.of(CpuTime.family(backend)) - postgres) * 1e3 / users);
    TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
    return new DrainCost(users, took, Counters.now(schema.url()).since(before));
  }

  /** As seen once a second. */
  int awakeAtMost() {
    return awakeAtMost.get();
  }

  private void sawAwake(int now) {
    awake.set(now);
    awakeAtMost.accumulateAndGet(now, Math::max);
  }

  /** Open tasks are not looked at before every minute is done. */
  private boolean workIsLeft() throws SQLException {
    return schema.exists(
            "select from plan_minutes where state = 'waiting' and at <= '%s'".formatted(end))
        || schema.exists("select from open_task");
  }

  private void say(long seconds) throws SQLException {
    long[] done =
        schema.numbers(
            """
            select count(*) filter (where state = 'done'), coalesce(sum(started), 0),
              (select count(*) from open_task)
            from plan_minutes where at >= '%s' and at <= '%s'
            """
                .formatted(begin, end));
    String text = "%,d minutes, %,d queued, %,d of them open".formatted(done[0], done[1], done[2]);
    System.out.printf("    %,d s: %s; %,d awake%n", seconds, text, awake.get());
    saidAgain = text.equals(lastSaid) ? saidAgain + 1 : 0;
    lastSaid = text;
    if (saidAgain == MOST_LINES_WITHOUT_PROGRESS) {
      throw new IllegalStateException("nothing has moved for five minutes: " + text);
    }
  }
}
