package io.millrace.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.Uids;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PartitionCreatorTest {
  private final HistoryTablesKit kit = new HistoryTablesKit();

  @Test
  void todayAndTheWeekToComeHaveTheirPartitions() throws Exception {
    Instant next = kit.partitionCreator.createMissing(kit.clock.instant());
    assertThat(next).isEqualTo("2026-01-02T00:00:00Z");
    assertThat(kit.partitions("task")).hasSize(9).contains("task_20260101", "task_20260108");
    assertThat(kit.partitions("task_log")).hasSize(9).contains("task_log_20260108");
    kit.partitionCreator.createMissing(kit.clock.instant());
    assertThat(kit.partitions("task")).hasSize(9);
    kit.clock.pass(Duration.ofHours(12));
    kit.partitionCreator.createMissing(kit.clock.instant());
    assertThat(kit.partitions("task")).hasSize(10).contains("task_20260109", "task_default");
  }

  @Test
  void aTaskIsInThePartitionOfItsDayToTheMillisecond() throws Exception {
    kit.partitionCreator.createMissing(kit.clock.instant());
    UUID noon = kit.task("s", "c");
    kit.clock.pass(Duration.ofHours(12).minusMillis(1));
    UUID last = kit.task("s", "c");
    kit.clock.pass(Duration.ofMillis(1));
    UUID midnight = kit.task("s", "c");
    assertThat(kit.uids("select attempt_uid from task_20260101 order by 1"))
        .containsExactly(noon, last);
    assertThat(kit.uids("select attempt_uid from task_20260102")).containsExactly(midnight);
    assertThat(kit.uids("select task from task_log_20260102")).containsExactly(midnight);
  }

  @Test
  void partitionsLeaveRoomForUpdatesAndHaveEveryIndex() throws Exception {
    kit.partitionCreator.createMissing(kit.clock.instant());
    assertThat(
            kit.number(
                "select count(*) from pg_class where relname = 'task_20260101'"
                    + " and 'fillfactor=50' = any (reloptions)"))
        .isOne();
    assertThat(kit.number("select count(*) from pg_indexes where tablename = 'task_20260101'"))
        .isEqualTo(kit.number("select count(*) from pg_indexes where tablename = 'task'"));
  }

  @Test
  void whatAClockThatJumpedLeftInTheDefaultMovesToItsDay() throws Exception {
    kit.partitionCreator.createMissing(kit.clock.instant());
    kit.clock.pass(Duration.ofDays(30));
    UUID early = kit.task("s", "c");
    UUID random = UUID.fromString("f1a1e451-28fe-4f1d-b60d-26f9e438fcb6");
    kit.insert(random, "s", "c", "SUCCESS");
    assertThat(kit.number("select count(*) from task_default")).isEqualTo(2);

    kit.partitionCreator.createMissing(kit.clock.instant());

    assertThat(kit.uids("select attempt_uid from task_20260131")).containsExactly(early);
    assertThat(kit.uids("select attempt_uid from task_default")).containsExactly(random);
    assertThat(kit.uids("select task from task_log_20260131")).containsExactly(early);
  }

  @Test
  void nodesThatStartAtOnceMakeEachDayOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    List<CompletableFuture<Void>> nodes = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      nodes.add(
          CompletableFuture.runAsync(
              () -> {
                try {
                  together.await();
                  new PartitionCreator(kit.database.dataSource())
                      .createMissing(kit.clock.instant());
                } catch (Exception fault) {
                  throw new AssertionError(fault);
                }
              }));
    }
    nodes.forEach(CompletableFuture::join);
    assertThat(kit.partitions("task")).hasSize(9);
  }

  @Test
  void aConcurrentWriterLosesNothing() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> write(done));
    for (int week = 0; week < 4; week++) {
      kit.partitionCreator.createMissing(kit.clock.instant().plus(Duration.ofDays(7L * week)));
    }
    done.set(true);
    int written = writer.join();
    assertThat(written).isPositive();
    assertThat(kit.number("select count(*) from task")).isEqualTo(written);
    assertThat(kit.partitions("task")).hasSize(30);
  }

  /** Writes rows of days that have a partition, get one, or never get one. */
  private int write(AtomicBoolean done) {
    Random random = new Random(7);
    int written = 0;
    try (Connection connection = kit.database.connect();
        Statement sql = connection.createStatement()) {
      while (!done.get() || written < 100) {
        UUID day = Uids.firstAt(kit.clock.instant().plus(Duration.ofHours(random.nextInt(1_000))));
        UUID uid = new UUID(day.getMostSignificantBits() | 0x7000, random.nextLong());
        insert(
            sql,
            "insert into task (attempt_uid, source, collection, attempt_no, status, reason,"
                + " priority, system, pool, timeout_ms, created_at) values ('"
                + uid
                + "', 's', 'c', 1, 'SUCCESS', 'plan', 200, '', '', 1, now())");
        written++;
      }
      return written;
    } catch (Exception fault) {
      throw new AssertionError(fault);
    }
  }

  /** Retries like the journal: a row meant for the default partition goes to the new one. */
  private static void insert(Statement sql, String row) throws SQLException {
    try {
      sql.execute(row);
    } catch (SQLException fault) {
      assertThat(fault.getSQLState()).as(fault.toString()).isEqualTo("23514");
      sql.execute(row);
    }
  }
}
