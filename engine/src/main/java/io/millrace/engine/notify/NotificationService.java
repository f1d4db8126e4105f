package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.sql.AsyncSql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the webhooks are told, to look at. */
public final class NotificationService {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationService.class);

  private final AsyncSql sql;
  private final NotificationStore store;

  public NotificationService(AsyncSql sql, NotificationStore store) {
    this.sql = sql;
    this.store = store;
  }

  /**
   * Newest first.
   *
   * @param kind null for any
   * @param after the last one of the page before; null for the first page
   */
  public CompletionStage<List<NotificationStore.ListedNotification>> list(
      Kind kind, UUID after, int limit) {
    return sql.run(() -> store.list(kind, after, limit));
  }

  /** One that comes from no event; if it cannot be stored, it is only in the log. */
  public void add(Notification notification) {
    sql.run(
            () -> {
              store.add(notification);
              return null;
            })
        .whenComplete(
            (done, fault) -> {
              if (fault != null) {
                LOG.warn("Could not store {}: {}", notification, fault.toString());
              }
            });
  }

  /** The deliveries, where blocking is allowed. */
  public WebhookOutbox outbox(WebhookDeliveryStore deliveries) {
    return new WebhookOutbox() {
      @Override
      public CompletionStage<DueDeliveries> step(OutboxStep step) {
        return sql.run(() -> deliveries.step(step));
      }

      @Override
      public CompletionStage<Map<String, Integer>> tidy(Instant before) {
        return sql.run(() -> deliveries.tidy(before));
      }
    };
  }
}
