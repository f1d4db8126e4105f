package io.millrace.engine.flywheel;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The partitions of the plan: their names, and how old ones are dropped. */
final class PlanPartitions {
  private PlanPartitions() {}

  static String partition(LocalDate date) {
    return "plan_" + DateTimeFormatter.BASIC_ISO_DATE.format(date);
  }

  /** Drops old plans. Readers of any plan wait meanwhile, so the drop gives up a busy lock soon. */
  static void drop(Connection connection, LocalDate before) throws SQLException {
    Statements sql = new Statements(connection);
    List<LocalDate> dates =
        sql.rows(
            "select date from plan_days where date < ?",
            row -> row.getObject(1, LocalDate.class),
            before);
    sql.update("set local lock_timeout = '5s'");
    for (LocalDate date : dates) {
      sql.update("drop table if exists " + partition(date));
    }
    sql.update("delete from plan_days where date < ?", before);
    sql.update("delete from plan_minutes where at < ?", Pass.at(before, 0));
  }
}
