package io.millrace.engine.directory;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
  private static final long TELLING = 0x6D696C6C72616365L;

  /** Who is disabled has no schedule until it is saved again. */
  private static final String NOT_FOLLOWING =
      """
      select us.id, us.owner from user_sites us
      join sites s on s.id = us.site_id
      left join due d on d.owner = us.owner
      where us.site_id = ? and us.id > ?
        and coalesce(d.schedule, '') <> s.schedule and d.disabled_reason is null
      order by us.id limit ?
      """;

  /**
   * A site with user-sites that may not follow its schedule.
   *
   * @param changes up to which change they are told
   */
  public record Untold(String site, long changes) {}

  /** A user-site and who refreshes it. */
  public record Follower(String id, String owner) {}

  /** What only one node does at a time. */
  @FunctionalInterface
  public interface Work {
    void run() throws SQLException;
  }

  private final DataSource database;

  public SiteStore(DataSource database) {
    this.database = database;
  }

  public long version() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement("select version from sites_version");
        ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** All sites by id; one that cannot be read any more is left out, and the log says why. */
  public Map<String, Site> all() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement("select * from sites");
        ResultSet row = select.executeQuery()) {
      Map<String, Site> sites = new HashMap<>();
      while (row.next()) {
        FieldErrors errors = new FieldErrors();
        SiteEntry entry = Sites.row(row, errors);
        try {
          errors.throwIfAny();
          sites.put(entry.id(), entry.site());
        } catch (InvalidInputException refused) {
          LOG.error("The site {} is not in force: {}", entry.id(), refused.getMessage());
        }
      }
      return sites;
    }
  }

  public List<Untold> untold() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "select id, changes from sites where not told order by id");
        ResultSet row = select.executeQuery()) {
      List<Untold> untold = new ArrayList<>();
      while (row.next()) {
        untold.add(new Untold(row.getString(1), row.getLong(2)));
      }
      return untold;
    }
  }

  /**
   * The user-sites that do not follow their site's schedule, in the order of their ids.
   *
   * @param after the id of the last one of the page before; empty for the first page
   */
  public List<Follower> notFollowing(String site, String after, int limit) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = Columns.planned(connection.prepareStatement(NOT_FOLLOWING))) {
      select.setString(1, site);
      select.setString(2, after);
      select.setInt(3, limit);
      List<Follower> page = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          page.add(new Follower(row.getString(1), row.getString(2)));
        }
      }
      return page;
    }
  }

  /** All its user-sites follow it, unless there was something new to tell meanwhile. */
  public void told(Untold site) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "update sites set told = true where id = ? and changes = ?")) {
      update.setString(1, site.site());
      update.setLong(2, site.changes());
      update.executeUpdate();
    }
  }

  /** Does the work unless another node is at it. */
  public void alone(Work work) throws SQLException {
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
    try (PreparedStatement select =
        connection.prepareStatement("select " + function + "(" + TELLING + ")")) {
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }
}
