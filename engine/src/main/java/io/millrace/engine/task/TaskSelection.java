package io.millrace.engine.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The SQL that selects tasks by what indexes have. Its column {@code place} has the uid, in whose
 * order it can be read.
 */
record TaskSelection(String sql, List<Object> values, boolean oldestFirst) {

  /**
   * Looks up each open task by its uid. For a plain join, PostgreSQL would scan whole partitions.
   */
  static final String OF_OPEN =
      """
      from (select attempt_uid as uid, pool as open_pool, line, place from open_task) as open
      cross join lateral (select * from task where attempt_uid = uid offset 0) as found
      """;

  /** The same for unsuccessful tasks. */
  private static final String OF_UNSUCCESSFUL =
      """
from (select attempt_uid as uid, status as ended from unsuccessful_task) as unsuccessful
cross join lateral (select * from task where attempt_uid = uid offset 0) as found
""";

  private static final Set<TaskStatus> UNSUCCESSFUL =
      Set.of(TaskStatus.FAILED, TaskStatus.CANCELED);

  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofHours(1);

  /** The bounds on the uid also exclude partitions outside the period. */
  static UUID firstUid(TaskQuery query) {
    return Uids.firstAt(query.start().minus(MAX_CLOCK_DIFFERENCE));
  }

  static UUID endUid(TaskQuery query) {
    return Uids.firstAt(query.end().plus(MAX_CLOCK_DIFFERENCE));
  }

  /**
   * @param columns begins with {@code select}
   */
  static TaskSelection of(TaskQuery query, String columns, boolean oldestFirst) {
    boolean open = query.isOpenOnly();
    boolean unsuccessful = isUnsuccessful(query);
    String uid = open || unsuccessful ? "uid" : "attempt_uid";
    List<Object> values = new ArrayList<>();
    StringBuilder sql =
        new StringBuilder(columns.stripTrailing())
            .append(", %s as place ".formatted(uid))
            .append(open ? OF_OPEN : unsuccessful ? OF_UNSUCCESSFUL : "from all_tasks ")
            .append("where created_at >= ? and created_at < ?");
    values.add(query.start());
    values.add(query.end());
    if (query.source() != null) {
      sql.append(" and source = ?");
      values.add(query.source());
    }
    sql.append(" and %1$s >= ? and %1$s < ?".formatted(uid));
    values.add(firstUid(query));
    values.add(endUid(query));
    sql.append(query.statusCondition(unsuccessful ? "ended" : "status"));
    if (query.collection() != null) {
      sql.append(" and collection = ?");
      values.add(query.collection());
    }
    if (query.after() != null) {
      sql.append(" and %s %s ?".formatted(uid, oldestFirst ? ">" : "<"));
      values.add(query.after());
    }
    sql.append(" order by %s %s".formatted(uid, oldestFirst ? "asc" : "desc"));
    return new TaskSelection(sql.toString(), List.copyOf(values), oldestFirst);
  }

  /** The tasks of one collection in several sources: each is looked at separately. */
  static TaskSelection of(
      TaskQuery query, List<String> sources, String columns, boolean oldestFirst, int limit) {
    List<Object> values = new ArrayList<>();
    values.add(sources);
    values.add(query.collection());
    values.addAll(List.of(query.start(), query.end(), firstUid(query), endUid(query)));
    String behind = "";
    if (query.after() != null) {
      behind = " and attempt_uid %s ?".formatted(oldestFirst ? ">" : "<");
      values.add(query.after());
    }
    values.add(limit);
    String order = oldestFirst ? "asc" : "desc";
    String sql =
        columns.stripTrailing()
            + """
, attempt_uid as place
from unnest(?::text[]) as wanted (wanted_source)
cross join lateral (
  select * from all_tasks
  where source = wanted_source and collection = ? and created_at >= ? and created_at < ?
    and attempt_uid >= ? and attempt_uid < ?%2$s%3$s
  order by attempt_uid %1$s limit ?) as found
order by attempt_uid %1$s
"""
                .formatted(order, behind, query.statusCondition("status"));
    return new TaskSelection(sql, values, oldestFirst);
  }

  TaskSelection limitedTo(int limit) {
    List<Object> all = new ArrayList<>(values);
    all.add(limit);
    return new TaskSelection(sql + " limit ?", all, oldestFirst);
  }

  /** Unsuccessful tasks are few and have a table; with a source, its own index is better. */
  private static boolean isUnsuccessful(TaskQuery query) {
    return query.source() == null
        && !query.statuses().isEmpty()
        && UNSUCCESSFUL.containsAll(query.statuses());
  }
}
