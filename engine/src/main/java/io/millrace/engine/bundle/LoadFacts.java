package io.millrace.engine.bundle;

import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the history and the directory say about the load.
 *
 * @param userSites how many user-sites of active users there are, by client and site
 * @param meanSeconds how long runs took, by source and collection
 * @param siteSeconds the same by source only
 */
record LoadFacts(
    Map<ClientSite, Long> userSites,
    Map<String, Double> meanSeconds,
    Map<String, Double> siteSeconds) {
  /** The newest runs that a mean is made of. */
  private static final String RUNS =
      """
      select source, %s, avg(extract(epoch from finished_at - started_at))
      from (select source, collection, started_at, finished_at from task
        where finished_at is not null and started_at is not null
        order by attempt_uid desc limit 100000) as newest
      group by 1, 2
      """;

  /** A client and a site. */
  record ClientSite(String client, String site) {}

  static LoadFacts read(Connection connection) throws SQLException {
    Statements sql = Statements.plannedAnew(connection);
    Map<ClientSite, Long> userSites = new HashMap<>();
    sql.forEach(
        """
        select client_id, site_id, count(*) from user_sites join users on users.id = user_id
        where users.status = 'ACTIVE' group by 1, 2
        """,
        row -> userSites.put(new ClientSite(row.getString(1), row.getString(2)), row.getLong(3)));
    return new LoadFacts(userSites, means(sql, "collection"), means(sql, "''::text"));
  }

  private static Map<String, Double> means(Statements sql, String collection) throws SQLException {
    Map<String, Double> means = new HashMap<>();
    sql.forEach(
        RUNS.formatted(collection),
        row -> means.put(key(row.getString(1), row.getString(2)), row.getDouble(3)));
    return means;
  }

  private static String key(String source, String collection) {
    return source + "/" + collection;
  }

  Optional<Double> ofCollection(String source, String collection) {
    return Optional.ofNullable(meanSeconds.get(key(source, collection)));
  }

  Optional<Double> ofSite(String site) {
    return Optional.ofNullable(siteSeconds.get(key(site, "")));
  }

  /** How many user-sites each site has. */
  Map<String, Long> bySite() {
    Map<String, Long> bySite = new HashMap<>();
    userSites.forEach((place, count) -> bySite.merge(place.site(), count, Long::sum));
    return bySite;
  }
}
