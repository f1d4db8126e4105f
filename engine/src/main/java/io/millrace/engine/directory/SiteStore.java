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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node has to know of all sites, and which user-sites do not follow theirs yet. */
public final class SiteStore {
  private static final Logger LOG = LoggerFactory.getLogger(SiteStore.class);

  /** Names the lock; no other has this number. */
  private static final long SCHEDULE_LOCK = 0x6D696C6C72616365L;

  /**
   * Looks at one page of user-sites, whoever of them follows, and at the due index for each alone:
   * so a page costs the same however many there are. Who is disabled has no schedule until it is
   * saved again.
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
   * @param changes up to which change they are told
   */
  public record UnsentSchedule(String site, long changes) {}

  /**
   * Some user-sites of a site.
   *
   * @param last the id of the last one; null if there are no more
   * @param notFollowing the owners of those that do not follow the site's schedule
   */
  public record UserSitePage(String last, List<String> notFollowing) {}

  /** What only one node does at a time. */
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

  /** All sites by id; one that cannot be read any more is left out, and the log says why. */
  public Map<String, Site> all() throws SQLException {
    try (Connection connection = database.getConnection()) {
      Map<String, Site> sites = new HashMap<>();
      new Statements(connection).forEach("select * from sites", row -> add(row, sites));
      return sites;
    }
  }

  private static void add(ResultSet row, Map<String, Site> sites) throws SQLException {
    FieldErrors errors = new FieldErrors();
    SiteEntry entry = SiteTable.row(row, errors);
    try {
      errors.throwIfAny();
      sites.put(entry.id(), entry.site());
    } catch (InvalidInputException refused) {
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
   * The next user-sites of a site, in the order of their ids.
   *
   * @param after the last id of the page before; empty for the first page
   */
  public UserSitePage page(String site, String after, int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Statements.plannedAnew(connection).readAll(PAGE, SiteStore::page, site, after, limit);
    }
  }

  private static UserSitePage page(ResultSet row) throws SQLException {
    String last = null;
    List<String> notFollowing = new ArrayList<>();
    while (row.next()) {
      last = row.getString(1);
      if (!row.getBoolean(3)) {
        notFollowing.add(row.getString(2));
      }
    }
    return new UserSitePage(last, notFollowing);
  }

  /** All its user-sites follow it, unless there was something new to tell meanwhile. */
  public void markScheduleSent(UnsentSchedule site) throws SQLException {
    try (Connection connection = database.getConnection()) {
      new Statements(connection)
          .update(
              "update sites set told = true where id = ? and changes = ?",
              site.site(),
              site.changes());
    }
  }

  /** Does the work unless another node is at it. */
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
