package io.millrace.engine.freshness;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import io.millrace.engine.sql.Statements;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;

/** Reads how many promises stand how, and their budgets: few rows, however many promises. */
public final class FreshnessCountStore {
  private static final long PARTS = 1_000_000;

  /**
   * The counts, what is not folded into them yet, and rows whose state has changed by the clock
   * alone and was not judged yet. Open stale times count from the start of the window.
   */
  private static final String COUNTS =
      """
with noted as (
  select * from freshness_total where (day = '-infinity' or day >= ?)
  union all select * from freshness_delta where (day = '-infinity' or day >= ?)),
late as (
  select case kind when 'user-site' then 'site' when 'collection' then 'source' else 'job' end
      as dimension, client, source, state, stale_at
  from freshness where next_at <= ? and stale_at <= ? and state in ('fresh', 'at-risk')),
long_stale as (
  select case kind when 'user-site' then 'site' when 'collection' then 'source' else 'job' end
      as dimension, client, source, since
  from freshness where state = 'stale' and since < ?),
corrected as (
  select dimension, name, day = '-infinity' as current, fresh, at_risk, stale, exempt, stale_since,
    stale_ms, allowed, promised_ms from noted
  union all
  select place.dimension, place.name, true, case state when 'fresh' then -1 else 0 end,
    case state when 'at-risk' then -1 else 0 end, 1, 0, freshness_ms(stale_at), 0, 0, 0
  from late cross join lateral (values ('client', client), (late.dimension, source))
    as place (dimension, name) where place.name <> ''
  union all
  select place.dimension, place.name, true, 0, 0, 0, 0,
    freshness_ms(?::timestamptz) - freshness_ms(since), 0, 0, 0
  from long_stale cross join lateral (values ('client', client), (long_stale.dimension, source))
    as place (dimension, name) where place.name <> '')
select dimension, name, sum(fresh), sum(at_risk), sum(stale), sum(exempt), sum(stale_since),
  sum(case when current then 0 else stale_ms end),
  sum(case when current then allowed else 0 end),
  sum(case when current then 0 else allowed end),
  sum(case when current then 0 else promised_ms end)
from corrected where dimension = any(?)
group by dimension, name
having sum(fresh) + sum(at_risk) + sum(stale) + sum(exempt) > 0
order by sum(stale) desc, sum(at_risk) desc, dimension, name
""";

  private final DataSource database;
  private final FreshnessSettings settings;

  public FreshnessCountStore(DataSource database, FreshnessSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /** Returns the counts of some dimensions, the most stale first. */
  public List<FreshnessCounts> counts(List<String> dimensions, Instant now) throws SQLException {
    Instant start = ErrorBudget.windowStart(settings.windowDays(), now);
    LocalDate day = LocalDate.ofInstant(start, ZoneOffset.UTC);
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection)
          .rows(
              COUNTS, row -> counts(row, start, now), day, day, now, now, start, start, dimensions);
    }
  }

  private static FreshnessCounts counts(ResultSet row, Instant start, Instant now)
      throws SQLException {
    StateCounts counts =
        new StateCounts(row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6));
    BigDecimal time = BigDecimal.valueOf(now.toEpochMilli());
    BigDecimal open =
        time.multiply(BigDecimal.valueOf(counts.stale())).subtract(row.getBigDecimal(7));
    long all = row.getLong(9);
    BigDecimal recent = row.getBigDecimal(10);
    BigDecimal older = BigDecimal.valueOf(all).subtract(recent);
    BigDecimal allowed =
        older
            .multiply(BigDecimal.valueOf(Duration.between(start, now).toMillis()))
            .add(time.multiply(recent))
            .subtract(row.getBigDecimal(11));
    return new FreshnessCounts(
        row.getString(1),
        row.getString(2),
        counts,
        new ErrorBudget(
            Duration.ofMillis(Math.max(0, allowed.longValue() / PARTS)),
            Duration.ofMillis(Math.max(0, open.longValue()) + row.getLong(8)),
            counts.stale(),
            all / (double) PARTS));
  }
}
