package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** Users do not pass through the node that plans them, so its memory does not grow with them. */
class PlanMemoryTest {
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

  @Test
  void aHundredTimesTheUsersTakeTheSameMemoryToPlan() throws Exception {
    bytesToPlan(1_000); // loads everything that is needed once
    long few = bytesToPlan(2_000);
    long many = bytesToPlan(200_000);
    assertThat(many).isLessThan(few + 1_000_000);
  }

  private static long bytesToPlan(int users) throws Exception {
    DatabaseUrl database = TestDatabase.fresh();
    TestSql.execute(database, "insert into clients values ('c', 'c', 1, false)");
    TestSql.execute(
        database,
        "insert into users select 'u' || i, 'c', 'ACTIVE' from generate_series(1, "
            + users
            + ") i");
    PlanStore plans =
        new PlanStore(
            database.dataSource(),
            FlywheelSettings.of(ConfigFactory.load().getConfig("millrace.flywheel.internal")));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(plans.plan(DAY, MIDNIGHT).users()).isEqualTo(users);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
