package io.millrace.engine.notify;

import static io.millrace.engine.notify.Statements.column;
import static io.millrace.engine.notify.Statements.millis;
import static io.millrace.engine.notify.Statements.prepare;

import io.millrace.engine.notify.Notification.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** What is on its way to the webhooks. */
public final class DeliveryStore {
  /** New notifications that get their deliveries at once. */
  static final int PAGE = 1_000;

  /** By a flag, not by a cursor: transactions do not commit in the order of what they write. */
  private static final String FAN_OUT =
      """
      with fresh as (
        update notifications set fanned_out = true where id in (
          select id from notifications where not fanned_out order by at, id limit ?
          for update skip locked)
        returning id, kind),
      made as (
        insert into deliveries (notification_id, webhook, next_at)
        select fresh.id, x.w, ? from fresh join unnest(?, ?) as x(w, k) on x.k = fresh.kind
        on conflict do nothing)
      select count(*) from fresh
      """;

  private static final String RECORD =
      """
      update deliveries set error = x.e,
        next_at = 'epoch'::timestamptz + x.t * interval '1 ms',
        delivered_at = 'epoch'::timestamptz + x.d * interval '1 ms'
      from unnest(?, ?, ?, ?, ?, ?) as x(i, w, a, t, d, e)
      where notification_id = x.i and webhook = x.w and attempts = x.a and next_at is not null
      """;

  private static final String CLAIM =
      """
      with due as (
        select d.* from unnest(?, ?) as x(w, n) cross join lateral (
          select notification_id, webhook from deliveries
          where webhook = x.w and next_at <= ? order by next_at limit x.n
          for update skip locked) d)
      update deliveries set attempts = attempts + 1, next_at = ?
      from due join notifications on id = due.notification_id
      where deliveries.notification_id = due.notification_id and deliveries.webhook = due.webhook
      returning deliveries.webhook, attempts, id, at, kind, subject, details
      """;

  private static final String FORGET =
      """
      delete from notifications where id in (
        select id from notifications where at < ? order by at, id limit 10000)
      """;

  private static final String WAITING =
      """
      select x.w, (select count(*) from deliveries where webhook = x.w and next_at is not null)
      from unnest(?) as x(w)
      """;

  private record Wanted(String webhook, Kind kind) {}

  private final DataSource dataSource;
  private final List<String> webhooks;
  private final List<Wanted> wanted;

  public DeliveryStore(DataSource dataSource, List<Webhook> webhooks) {
    this.dataSource = dataSource;
    this.webhooks = webhooks.stream().map(Webhook::name).toList();
    this.wanted =
        webhooks.stream()
            .flatMap(webhook -> webhook.kinds().stream().map(k -> new Wanted(webhook.name(), k)))
            .toList();
  }

  /** Stores what ended, makes the deliveries of what is new, and takes what is due. */
  public Outbox.Taken step(Outbox.Step step) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      record(connection, step.ended());
      boolean more = fanOut(connection, step.now()) == PAGE;
      List<Delivery> due = claim(connection, step);
      connection.commit();
      return new Outbox.Taken(due, more);
    }
  }

  /** Deletes what is older, and counts what waits for each webhook. */
  public Map<String, Integer> tidy(Instant before) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement forget = prepare(connection, FORGET);
        PreparedStatement count = prepare(connection, WAITING)) {
      forget.setObject(1, time(before));
      forget.executeUpdate();
      count.setArray(1, column(connection, "text", webhooks, name -> name));
      Map<String, Integer> waiting = new HashMap<>();
      try (ResultSet row = count.executeQuery()) {
        while (row.next()) {
          waiting.put(row.getString(1), row.getInt(2));
        }
      }
      return waiting;
    }
  }

  /** Only the newest attempt counts: one that was taken for lost and made again is not heard. */
  private static void record(Connection connection, List<Delivery.Ended> ended)
      throws SQLException {
    if (ended.isEmpty()) {
      return;
    }
    try (PreparedStatement update = prepare(connection, RECORD)) {
      update.setArray(
          1, column(connection, "uuid", ended, end -> end.delivery().notification().id()));
      update.setArray(2, column(connection, "text", ended, end -> end.delivery().webhook()));
      update.setArray(3, column(connection, "int4", ended, end -> end.delivery().attempt()));
      update.setArray(4, column(connection, "int8", ended, end -> millis(end.nextAt())));
      update.setArray(5, column(connection, "int8", ended, end -> millis(end.deliveredAt())));
      update.setArray(6, column(connection, "text", ended, Delivery.Ended::error));
      update.executeUpdate();
    }
  }

  private int fanOut(Connection connection, Instant now) throws SQLException {
    try (PreparedStatement insert = prepare(connection, FAN_OUT)) {
      insert.setInt(1, PAGE);
      insert.setObject(2, time(now));
      insert.setArray(3, column(connection, "text", wanted, Wanted::webhook));
      insert.setArray(4, column(connection, "text", wanted, want -> want.kind().text()));
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private static List<Delivery> claim(Connection connection, Outbox.Step step) throws SQLException {
    List<Map.Entry<String, Integer>> free = List.copyOf(step.free().entrySet());
    try (PreparedStatement update = prepare(connection, CLAIM)) {
      update.setArray(1, column(connection, "text", free, Map.Entry::getKey));
      update.setArray(2, column(connection, "int4", free, Map.Entry::getValue));
      update.setObject(3, time(step.now()));
      update.setObject(4, time(step.lostAt()));
      List<Delivery> due = new ArrayList<>();
      try (ResultSet row = update.executeQuery()) {
        while (row.next()) {
          due.add(
              new Delivery(
                  NotificationStore.notification(row),
                  row.getString("webhook"),
                  row.getInt("attempts")));
        }
      }
      return due;
    }
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
