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

/** Reads how triggers stand, for those who ask. */
public record TriggerOverviewStore(DataSource dataSource) {

  /**
   * How a trigger stands.
   *
   * @param waiting fires that are still to be caught up
   */
  public record TriggerOverview(TriggerProgress progress, long waiting) {
    /** It had nothing to fire yet. */
    public static final TriggerOverview NONE = new TriggerOverview(TriggerProgress.none(""), 0);

    /** The logical times that come next, so many of them; what is due already is not among them. */
    public List<Instant> next(Trigger trigger, int most, Instant now) {
      return trigger.next(progress.until(), most, now);
    }
  }

  /**
   * @param at when it was found out
   * @param madeGoodAt since then all of them were fired by hand; null if they were not
   */
  public record MissedRange(MissedFires missed, Instant at, Instant madeGoodAt) {}

  /** Those of a job that have fired, or are to catch something up, by name. */
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

  /** What a trigger has missed, the newest first. */
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
                      Statements.instant(row, "made_good_at")),
              job,
              trigger,
              limit);
    }
  }
}
