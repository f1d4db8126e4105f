package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.sql.ColumnArrays;
import io.millrace.engine.sql.FenceCheck;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** The table of deliveries to the webhooks. */
public final class WebhookDeliveryStore {
  /** The maximum number of new notifications that one step turns into deliveries. */
  static final int PAGE = 1_000;

  /** Uses a flag, not a cursor: transactions do not commit in the order of their writes. */
  private static final String TAKE_NEW =
      """
      update notifications set fanned_out = true where id in (
        select id from notifications where not fanned_out order by at, id limit ?
        for update skip locked)
      returning id, kind
      """;

  private static final String FAN_OUT =
      """
      insert into deliveries (notification_id, webhook, next_at)
      select fresh.id, subscription.webhook, ? from unnest(?, ?) as fresh (id, kind)
        join unnest(?, ?) as subscription (webhook, kind) on subscription.kind = fresh.kind
      on conflict do nothing
      """;

  private static final String RECORD =
      """
      update deliveries set error = batch.error,
        next_at = 'epoch'::timestamptz + batch.next_at * interval '1 ms',
        delivered_at = 'epoch'::timestamptz + batch.delivered_at * interval '1 ms'
      from unnest(?, ?, ?, ?, ?, ?)
        as batch (notification_id, webhook, attempts, next_at, delivered_at, error)
      where deliveries.notification_id = batch.notification_id
        and deliveries.webhook = batch.webhook and deliveries.attempts = batch.attempts
        and deliveries.next_at is not null
      """;

  private static final String CLAIM =
      """
      with due as (
        select d.* from unnest(?, ?) as free (webhook, free_slots) cross join lateral (
          select notification_id, webhook from deliveries
          where webhook = free.webhook and next_at <= ? order by next_at limit free.free_slots
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
      select configured.webhook, (select count(*) from deliveries
        where deliveries.webhook = configured.webhook and next_at is not null)
      from unnest(?) as configured (webhook)
      """;

  private record Subscription(String webhook, Kind kind) {}

  private record NewNotification(UUID id, String kind) {}

  private final DataSource dataSource;
  private final WebhookRegistry webhooks;

  WebhookDeliveryStore(DataSource dataSource, List<Webhook> webhooks) {
    this(dataSource, WebhookRegistry.of(webhooks));
  }

  public WebhookDeliveryStore(DataSource dataSource, WebhookRegistry webhooks) {
    this.dataSource = dataSource;
    this.webhooks = webhooks;
  }

  private List<Subscription> subscriptions() {
    return webhooks.current().stream()
        .flatMap(webhook -> webhook.kinds().stream().map(k -> new Subscription(webhook.name(), k)))
        .toList();
  }

  /** Stores the ended attempts, creates deliveries for new notifications, and takes due ones. */
  public WebhookOutbox.DueDeliveries step(WebhookOutbox.OutboxStep step) throws SQLException {
    return Transaction.run(
        dataSource,
        FenceCheck.before(
            connection -> {
              Statements sql = Statements.plannedAnew(connection);
              record(sql, step.ended());
              List<NewNotification> fresh = takeNew(sql);
              webhooks.load(
                  connection); // after those were read: a webhook older than them is found
              fanOut(sql, step.now(), fresh);
              return new WebhookOutbox.DueDeliveries(claim(sql, step), fresh.size() == PAGE);
            }));
  }

  /** Deletes older notifications, and counts the waiting deliveries of each webhook. */
  public Map<String, Integer> tidy(Instant before) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Statements sql = Statements.plannedAnew(connection);
      sql.update(FORGET, before);
      List<String> names = webhooks.current().stream().map(Webhook::name).toList();
      Map<String, Integer> waiting = new HashMap<>();
      sql.forEach(WAITING, row -> waiting.put(row.getString(1), row.getInt(2)), names);
      return waiting;
    }
  }

  /** Stores only the newest attempt: an attempt that was taken for lost and repeated is ignored. */
  private static void record(Statements sql, List<WebhookDelivery.DeliveryEnd> ended)
      throws SQLException {
    if (!ended.isEmpty()) {
      sql.update(
          RECORD,
          ColumnArrays.of(ended)
              .uuids(end -> end.delivery().notification().id())
              .texts(end -> end.delivery().webhook())
              .ints(end -> end.delivery().attempt())
              .times(WebhookDelivery.DeliveryEnd::nextAt)
              .times(WebhookDelivery.DeliveryEnd::deliveredAt)
              .texts(WebhookDelivery.DeliveryEnd::error)
              .values());
    }
  }

  private static List<NewNotification> takeNew(Statements sql) throws SQLException {
    return sql.rows(
        TAKE_NEW,
        row -> new NewNotification(row.getObject("id", UUID.class), row.getString("kind")),
        PAGE);
  }

  private void fanOut(Statements sql, Instant now, List<NewNotification> fresh)
      throws SQLException {
    if (!fresh.isEmpty()) {
      ColumnArrays<NewNotification> notifications =
          ColumnArrays.of(fresh).value(now).uuids(NewNotification::id).texts(NewNotification::kind);
      ColumnArrays<Subscription> subscriptions =
          ColumnArrays.of(subscriptions())
              .texts(Subscription::webhook)
              .texts(subscription -> subscription.kind().text());
      sql.update(FAN_OUT, notifications.values(subscriptions.values()));
    }
  }

  private static List<WebhookDelivery> claim(Statements sql, WebhookOutbox.OutboxStep step)
      throws SQLException {
    return sql.rows(
        CLAIM,
        row ->
            new WebhookDelivery(
                NotificationStore.notification(row),
                row.getString("webhook"),
                row.getInt("attempts")),
        ColumnArrays.of(step.free().entrySet())
            .texts(Map.Entry::getKey)
            .ints(Map.Entry::getValue)
            .value(step.now())
            .value(step.lostAt())
            .values());
  }
}
