package io.millrace.engine.notify;

import static io.millrace.engine.sql.Statements.instant;
import static io.millrace.engine.sql.Statements.instantOrNull;

import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The table of notifications: written with the events that they report, read newest first. */
public final class NotificationStore {
  private static final String INSERT =
      """
      insert into notifications (id, at, kind, subject, details)
      select id, 'epoch'::timestamptz + batch.at * interval '1 ms', kind, subject, details
      from unnest(?, ?, ?, ?, ?) as batch (id, at, kind, subject, details)
      on conflict (id) do nothing
      """;

  /** The progress of a delivery to a webhook. */
  public record DeliveryState(
      String webhook,
      int attempts,
      @Nullable Instant deliveredAt,
      @Nullable Instant nextAt,
      String error) {}

  /** A notification, and its deliveries. */
  public record ListedNotification(Notification notification, List<DeliveryState> deliveries) {}

  private final DataSource dataSource;

  public NotificationStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Adds notifications in the transaction of the events that they report. Known ones stay. */
  public static void insert(Connection connection, List<Notification> notifications)
      throws SQLException {
    if (notifications.isEmpty()) {
      return;
    }
    // Ordered, so that two transactions with the same notifications do not deadlock.
    List<Notification> rows =
        notifications.stream().sorted(Comparator.comparing(Notification::id)).toList();
    Statements.plannedAnew(connection)
        .update(
            INSERT,
            ColumnArrays.of(rows)
                .uuids(Notification::id)
                .times(Notification::at)
                .texts(row -> row.kind().text())
                .texts(Notification::subject)
                .texts(NotificationJson::details)
                .values());
  }

  /** Adds a notification in a transaction of its own. */
  public void add(Notification notification) throws SQLException {
    Transaction.update(dataSource, connection -> insert(connection, List.of(notification)));
  }

  /**
   * Returns notifications, newest first.
   *
   * @param kind absent for all kinds
   * @param after the last one of the previous page; absent for the first page
   */
  public List<ListedNotification> list(@Nullable Kind kind, @Nullable UUID after, int limit)
      throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = Statements.plannedAnew(connection);
      Map<UUID, ListedNotification> page = new LinkedHashMap<>();
      for (Notification found : notifications(sql, kind, after, limit)) {
        page.put(found.id(), new ListedNotification(found, new ArrayList<>()));
      }
      addDeliveries(sql, page);
      return List.copyOf(page.values());
    }
  }

  private static List<Notification> notifications(
      Statements sql, @Nullable Kind kind, @Nullable UUID after, int limit) throws SQLException {
    StringBuilder select =
        new StringBuilder("select id, at, kind, subject, details from notifications where true");
    List<Object> values = new ArrayList<>();
    if (kind != null) {
      select.append(" and kind = ?");
      values.add(kind.text());
    }
    if (after != null) {
      select.append(
          " and (at, id) < (select last.at, last.id from notifications last where last.id = ?)");
      values.add(after);
    }
    values.add(limit);
    select.append(" order by at desc, id desc limit ?");
    return sql.rows(select.toString(), NotificationStore::notification, values.toArray());
  }

  private static void addDeliveries(Statements sql, Map<UUID, ListedNotification> page)
      throws SQLException {
    sql.forEach(
        """
        select notification_id, webhook, attempts, delivered_at, next_at, error from deliveries
        where notification_id = any(?) order by notification_id, webhook
        """,
        row -> {
          ListedNotification listed = page.get(row.getObject(1, UUID.class));
          if (listed != null) {
            listed.deliveries().add(state(row));
          }
        },
        ColumnArrays.of(page.keySet()).uuids(id -> id).values());
  }

  private static DeliveryState state(ResultSet row) throws SQLException {
    return new DeliveryState(
        row.getString("webhook"),
        row.getInt("attempts"),
        instantOrNull(row, "delivered_at"),
        instantOrNull(row, "next_at"),
        row.getString("error"));
  }

  static Notification notification(ResultSet row) throws SQLException {
    return new Notification(
        row.getObject("id", UUID.class),
        instant(row, "at"),
        Kind.of(row.getString("kind")),
        row.getString("subject"),
        NotificationJson.details(row.getString("details")));
  }
}
