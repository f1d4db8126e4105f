package io.millrace.engine.directory;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all sites for a node, and finds user-sites that do not follow their site's schedule yet.
 */
public final class SiteStore {
  private static final Logger LOG = LoggerFactory.getLogger(SiteStore.class);

  /** The number of the advisory lock. No other lock uses it. */
  private static final long SCHEDULE_LOCK = 0x6D696C6C72616365L;

  /**
   * Reads one page of user-sites, following or not, and looks up each in the due index. So a page
   * costs the same however many user-sites there are. A disabled user-site has no schedule until it
   * is saved again.
   */
  private static final String PAGE =
      """
select us.id, us.owner, coalesce(d.schedule, '') = s.schedule or d.disabled_reason is not null
from (
  select id, owner, site_id from user_sites where site_id = ? and id > ? order by id limit ?
) us
join sites s on s.id = us.site_id
left join due d on d.owner = us.owner
order by us.id
""";

  /**
   * A site with user-sites that may not follow its schedule.
   *
   * @param changes the number of the change that they need to learn of
   */
  public record UnsentSchedule(String site, long changes) {}

  /**
   * A page of user-sites of a site.
   *
   * @param last the id of the last one; absent if the page is empty
   * @param notFollowing the owners of the user-sites that do not follow the site's schedule
   */
  public record UserSitePage(@Nullable String last, List<String> notFollowing) {}

  /** Work that only one node does at a time. */
  @FunctionalInterface
  public interface ExclusiveWork {
    void run() throws SQLException;
  }

  private final DataSource database;

  public SiteStore(DataSource database) {
    this.database = database;
  }

  public long version() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection).number("select version from sites_version");
    }
  }

  /** Returns all sites by id. A site that this release cannot read is left out and logged. */
  public Map<String, Site> all() throws SQLException {
    try (Connection connection = database.getConnection()) {
      Map<String, Site> sites = new HashMap<>();
      new Statements(connection).forEach("select * from sites", row -> add(row, sites));
      return sites;
    }
  }

  private static void add(ResultSet row, Map<String, Site> sites) throws SQLException {
    FieldErrors errors = FieldErrors.ofStored();
    SiteEntry entry = SiteTable.row(row, errors);
    try {
      errors.throwIfAny();
      sites.put(entry.id(), entry.site());
    } catch (InvalidInputException refused) {
      // The message names every error of the definition, so no stack trace is needed.
      LOG.error("The site {} is not in force: {}", entry.id(), refused.getMessage());
    }
  }

  public List<UnsentSchedule> unsentSchedules() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return new Statements(connection)
          .rows(
              "select id, changes from sites where not told order by id",
              row -> new UnsentSchedule(row.getString(1), row.getLong(2)));
    }
  }

  /**
   * Returns the next user-sites of a site, ordered by id.
   *
   * @param after the last id of the previous page; empty for the first page
   */
  public UserSitePage page(String site, String after, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection).readAll(PAGE, SiteStore::page, site, after, limit);
    }
  }

  private static UserSitePage page(ResultSet rows) throws SQLException {
    String last = null;
    List<String> notFollowing = new ArrayList<>();
    while (rows.next()) {
      last = rows.getString(1);
      if (!rows.getBoolean(3)) {
        notFollowing.add(rows.getString(2));
      }
    }
    return new UserSitePage(last, notFollowing);
  }

  /** Marks that all its user-sites follow its schedule, unless it changed again meanwhile. */
  public void markScheduleSent(UnsentSchedule site) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              "update sites set told = true where id = ? and changes = ?",
              site.site(),
              site.changes());
    }
  }

  /** Does the work, unless another node is doing it. */
  public void runExclusively(ExclusiveWork work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      if (!lock(connection, "pg_try_advisory_lock")) {
        return;
      }
      try {
        work.run();
      } finally {
        lock(connection, "pg_advisory_unlock");
      }
    }
  }

  private static boolean lock(Connection connection, String function) throws SQLException {
    return new Statements(connection)
        .rows("select " + function + "(" + SCHEDULE_LOCK + ")", row -> row.getBoolean(1))
        .get(0);
  }
}
