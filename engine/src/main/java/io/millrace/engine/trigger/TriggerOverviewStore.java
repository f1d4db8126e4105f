package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads the state of triggers for the API. */
public record TriggerOverviewStore(DataSource dataSource) {

  /**
   * The state of a trigger.
   *
   * @param waiting fires that are still to be caught up
   */
  public record TriggerOverview(TriggerProgress progress, long waiting) {
    /** A trigger that has not fired yet. */
    public static final TriggerOverview NONE = new TriggerOverview(TriggerProgress.none(""), 0);

    /** Returns the next logical times, at most {@code limit}, without those already due. */
    public List<Instant> next(Trigger trigger, int limit, Instant now) {
      return trigger.next(progress.until(), limit, now);
    }
  }

  /**
   * @param at when the miss was detected
   * @param madeGoodAt when all of them were fired by hand; absent if they were not
   */
  public record MissedRange(MissedFires missed, Instant at, @Nullable Instant madeGoodAt) {}

  /** Returns the triggers of a job that have fired or have fires to catch up, by name. */
  public Map<String, TriggerOverview> triggers(long job) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<String, TriggerOverview> triggers = new HashMap<>();
      new Statements(connection)
          .forEach(
              """
              select t.*, (select count(*) from catch_up c
                where c.job = t.job and c.trigger = t.name) as waiting
              from triggers t where job = ?
              """,
              row ->
                  triggers.put(
                      row.getString("name"),
                      new TriggerOverview(TriggerStore.progress(row), row.getLong("waiting"))),
              job);
      return triggers;
    }
  }

  /** Returns the missed fires of a trigger, newest first. */
  public List<MissedRange> missed(long job, String trigger, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection)
          .rows(
              """
              select * from missed_fires where job = ? and trigger = ?
              order by first desc limit ?
              """,
              row ->
                  new MissedRange(
                      new MissedFires(
                          Statements.instant(row, "first"),
                          Statements.instant(row, "last"),
                          row.getLong("fires"),
                          row.getBoolean("at_least"),
                          MissedReason.of(row.getString("reason"))),
                      Statements.instant(row, "at"),
                      Statements.instantOrNull(row, "made_good_at")),
              job,
              trigger,
              limit);
    }
  }
}
