package io.millrace.engine.notify;

import static io.millrace.engine.notify.Statements.column;
import static io.millrace.engine.notify.Statements.millis;
import static io.millrace.engine.notify.Statements.prepare;

import io.millrace.engine.notify.Notification.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** Notifications: written in the transaction of what they tell of, read newest first. */
public final class NotificationStore {
  private static final String INSERT =
      """
      insert into notifications (id, at, kind, subject, details)
      select i, 'epoch'::timestamptz + a * interval '1 ms', k, s, d
      from unnest(?, ?, ?, ?, ?) as x(i, a, k, s, d)
      on conflict (id) do nothing
      """;

  /** How far a webhook is with a notification; a time is null if there is none. */
  public record State(
      String webhook, int attempts, Instant deliveredAt, Instant nextAt, String error) {}

  /** A notification, and who was told of it. */
  public record Listed(Notification notification, List<State> deliveries) {}

  private final DataSource dataSource;

  public NotificationStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** To be called in the transaction of what they tell of; one that is known stays as it is. */
  public static void insert(Connection connection, List<Notification> notifications)
      throws SQLException {
    if (notifications.isEmpty()) {
      return;
    }
    // In one order for all, so that two transactions with the same ones do not wait for each other.
    List<Notification> rows =
        notifications.stream().sorted(Comparator.comparing(Notification::id)).toList();
    try (PreparedStatement insert = prepare(connection, INSERT)) {
      insert.setArray(1, column(connection, "uuid", rows, Notification::id));
      insert.setArray(2, column(connection, "int8", rows, row -> millis(row.at())));
      insert.setArray(3, column(connection, "text", rows, row -> row.kind().text()));
      insert.setArray(4, column(connection, "text", rows, Notification::subject));
      insert.setArray(5, column(connection, "text", rows, NotificationJson::details));
      insert.executeUpdate();
    }
  }

  /**
   * Newest first.
   *
   * @param kind null for any
   * @param after the last one of the page before; null for the first page
   */
  public List<Listed> list(Kind kind, UUID after, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Map<UUID, Listed> page = new LinkedHashMap<>();
      for (Notification found : notifications(connection, kind, after, limit)) {
        page.put(found.id(), new Listed(found, new ArrayList<>()));
      }
      addDeliveries(connection, page);
      return List.copyOf(page.values());
    }
  }

  private static List<Notification> notifications(
      Connection connection, Kind kind, UUID after, int limit) throws SQLException {
    String ofKind = kind == null ? "" : " and kind = ?";
    String from =
        after == null
            ? ""
            : " and (at, id) < (select x.at, x.id from notifications x where x.id = ?)";
    try (PreparedStatement select =
        prepare(
            connection,
            "select id, at, kind, subject, details from notifications where true"
                + ofKind
                + from
                + " order by at desc, id desc limit ?")) {
      int parameter = 1;
      if (kind != null) {
        select.setString(parameter++, kind.text());
      }
      if (after != null) {
        select.setObject(parameter++, after);
      }
      select.setInt(parameter, limit);
      List<Notification> found = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.add(notification(row));
        }
      }
      return found;
    }
  }

  private static void addDeliveries(Connection connection, Map<UUID, Listed> page)
      throws SQLException {
    try (PreparedStatement select =
        prepare(
            connection,
            """
            select notification_id, webhook, attempts, delivered_at, next_at, error from deliveries
            where notification_id = any(?) order by notification_id, webhook
            """)) {
      select.setArray(1, column(connection, "uuid", List.copyOf(page.keySet()), id -> id));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          page.get(row.getObject(1, UUID.class))
              .deliveries()
              .add(
                  new State(
                      row.getString("webhook"),
                      row.getInt("attempts"),
                      instant(row, "delivered_at"),
                      instant(row, "next_at"),
                      row.getString("error")));
        }
      }
    }
  }

  static Notification notification(ResultSet row) throws SQLException {
    return new Notification(
        row.getObject("id", UUID.class),
        instant(row, "at"),
        Kind.of(row.getString("kind")),
        row.getString("subject"),
        NotificationJson.details(row.getString("details")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }
}
