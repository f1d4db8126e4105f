package io.millrace.engine.freshness;

import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The statement that lists promises in a state. What became stale by the clock alone is listed as
 * stale, and nowhere else, even if nobody has judged it yet.
 */
final class ObjectStatement {
  /** Where a page of late objects begins: the place of the last owner of the page before. */
  private static final String PLACE =
      """
      (select case when l.state in ('fresh', 'at-risk') and l.stale_at <= ? then l.stale_at
       else l.since end, l.owner from freshness l where l.owner = ?)""";

  private final StringBuilder sql = new StringBuilder();
  private final List<Object> values = new ArrayList<>();
  private final ObjectQuery query;
  private final Instant now;

  private ObjectStatement(ObjectQuery query, Instant now) {
    this.query = query;
    this.now = now;
  }

  static ObjectStatement of(ObjectQuery query, Instant now) {
    ObjectStatement statement = new ObjectStatement(query, now);
    String state = query.state().text();
    switch (query.state()) {
      case STALE -> statement.stale();
      case AT_RISK -> statement.listed("since", "f.state = ? and f.stale_at > ?", state, now);
      case FRESH -> statement.byOwner("f.state = ? and f.stale_at > ?", state, now);
      case EXEMPT -> statement.byOwner("f.state = ?", state);
    }
    return statement;
  }

  String sql() {
    return sql.toString();
  }

  Object[] values() {
    return values.toArray();
  }

  /** What is judged, and what is not judged yet: each part has an index of its own. */
  private void stale() {
    sql.append("select * from ((");
    listed("since", "f.state = ?", FreshState.STALE.text());
    sql.append(") union all (");
    listed(
        "stale_at",
        "f.state in ('fresh', 'at-risk') and f.next_at <= ? and f.stale_at <= ?",
        now,
        now);
    sql.append(")) as f order by ");
    if (!query.isByName()) {
      sql.append("case state when 'stale' then since else stale_at end").append(direction());
      sql.append(", ");
    }
    sql.append("owner").append(direction()).append(" limit ?");
    values.add(query.limit());
  }

  private void listed(String since, String condition, Object... given) {
    if (query.isByName()) {
      byOwner(condition, given);
    } else {
      late(since, condition, given);
    }
  }

  /** By how long they are so. */
  private void late(String since, String condition, Object... given) {
    wanted(condition, given);
    if (query.after() != null) {
      sql.append(" and (f.").append(since).append(", f.owner)").append(behind()).append(PLACE);
      values.add(now);
      values.add(query.after());
    }
    sql.append(" order by f.").append(since).append(direction());
    sql.append(", f.owner").append(direction()).append(" limit ?");
    values.add(query.limit());
  }

  private void byOwner(String condition, Object... given) {
    wanted(condition, given);
    if (query.after() != null) {
      sql.append(" and f.owner").append(behind()).append("?");
      values.add(query.after());
    }
    sql.append(" order by f.owner").append(direction()).append(" limit ?");
    values.add(query.limit());
  }

  private String direction() {
    return query.isDescending() ? " desc" : "";
  }

  private String behind() {
    return query.isDescending() ? " < " : " > ";
  }

  private void wanted(String condition, Object... given) {
    sql.append("select f.* from freshness f where ").append(condition);
    values.addAll(List.of(given));
    if (query.client() != null) {
      sql.append(" and f.client = ?");
      values.add(query.client());
    }
    if (query.source() != null) {
      sql.append(" and f.source = ?");
      values.add(query.source());
    }
  }
}
