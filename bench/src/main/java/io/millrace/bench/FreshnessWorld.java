package io.millrace.bench;

import io.millrace.engine.store.HistoryBatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * User-sites with promises, in the tables only. Each is refreshed once a day, spread evenly: one
 * after the other, in the order of their numbers.
 */
record FreshnessWorld(BenchSchema schema, int userSites, Instant start) {
  static final int CLIENTS = 50;
  static final int SITES = 20;

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration TAKES = Duration.ofSeconds(30);
  private static final int AT_ONCE = 1_000;

  /** The promise of every second client is looked at before each refresh. */
  void fill() throws SQLException {
    schema.execute(
        """
insert into clients (id, name, refreshes_per_day, requires_recent_login, fresh)
select 'client-' || i, 'c', 1, false, case i %% 2 when 0 then '25h' else '26h' end || ' at 99%%'
from generate_series(0, %d) as i
"""
            .formatted(CLIENTS - 1));
    schema.execute(
        """
insert into sites (id, provider, maintenance, supported, scraping, definition, schedule, told)
select 'site-' || i, 'p', false, true, false, '{}', '', true
from generate_series(0, %d) as i
"""
            .formatted(SITES - 1));
    for (int from = 0; from < userSites; from += AT_ONCE) {
      fill(from, Math.min(userSites, from + AT_ONCE) - 1);
    }
    schema.execute("vacuum analyze");
  }

  private void fill(int from, int to) throws SQLException {
    schema.execute(
        """
        insert into users (id, client_id, status)
        select 'u' || i, 'client-' || i / %d %% %d, 'ACTIVE' from generate_series(%d, %d) as i
        """
            .formatted(SITES, CLIENTS, from, to));
    String due =
        "('%s'::timestamptz + i * interval '1 ms' * %d)"
            .formatted(start, DAY.toMillis() / userSites);
    schema.execute(
        """
        insert into user_sites (id, user_id, site_id, status, migrating, last_refresh)
        select 'us' || i, 'u' || i, 'site-' || i %% %d, 'CONNECTED', false, %s - interval '1 day'
        from generate_series(%d, %d) as i
        """
            .formatted(SITES, due, from, to));
    schema.execute(
        """
        insert into due (owner, at, schedule)
        select 'site-' || i %% %d || '/us' || i, %s, '' from generate_series(%d, %d) as i
        """
            .formatted(SITES, due, from, to));
  }

  /**
   * Writes the successes of one second.
   *
   * @param outage whether the refreshes of the first site fail
   */
  void succeed(Connection connection, Instant second, boolean outage) throws SQLException {
    Instant due = second.minus(TAKES);
    List<String> owners =
        IntStream.range(number(due), number(due.plusSeconds(1)))
            .filter(i -> !outage || i % SITES != 0)
            .mapToObj(i -> "site-" + i % SITES + "/us" + i)
            .toList();
    if (!owners.isEmpty()) {
      HistoryBatch batch = new HistoryBatch();
      for (String owner : owners) {
        batch.succeeded(owner, second);
        batch.booked(owner, due.plus(DAY), 0);
      }
      batch.write(connection);
    }
  }

  /** The first user-site that is due at that time or later. */
  private int number(Instant time) {
    long millis = Math.max(0, Duration.between(start, time).toMillis());
    long each = DAY.toMillis() / userSites;
    return (int) Math.min(userSites, (millis + each - 1) / each);
  }
}
