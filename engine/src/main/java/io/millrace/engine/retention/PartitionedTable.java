package io.millrace.engine.retention;

import io.millrace.engine.sql.Statements;
import io.millrace.engine.task.Uids;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;

/** The tables with a partition per UTC day, by the uid of the task. */
enum PartitionedTable {
  TASK("task", "attempt_uid", " with (fillfactor = 50)"),
  LOG("task_log", "task", "");

  final String table;
  final String uid;
  final String storage;

  PartitionedTable(String table, String uid, String storage) {
    this.table = table;
    this.uid = uid;
    this.storage = storage;
  }

  /** The partition of a day. The oldest partition may start long before its day. */
  String partition(LocalDate day) {
    return table + '_' + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }

  /** The partition for rows without a partition of their day. */
  String defaultPartition() {
    return table + "_default";
  }

  /** The table for old rows that must be kept. */
  String keptTable() {
    return table + "_kept";
  }

  /** The days that have a partition, oldest first. */
  List<LocalDate> days(Statements sql) throws SQLException {
    return sql.rows(
        """
        select right(relname, 8) from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = ?::regclass and relname ~ '_[0-9]{8}$' order by 1
        """,
        row -> LocalDate.parse(row.getString(1), DateTimeFormatter.BASIC_ISO_DATE), table);
  }

  static UUID firstUid(LocalDate day) {
    return Uids.firstAt(day.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
