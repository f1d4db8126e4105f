package io.millrace.engine.notify;

import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.sql.AsyncSql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists notifications and adds them. */
public final class NotificationService {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationService.class);

  private final AsyncSql sql;
  private final NotificationStore store;

  public NotificationService(AsyncSql sql, NotificationStore store) {
    this.sql = sql;
    this.store = store;
  }

  /**
   * Returns notifications, newest first.
   *
   * @param kind absent for all kinds
   * @param after the last one of the previous page; absent for the first page
   */
  public CompletionStage<List<NotificationStore.ListedNotification>> list(
      @Nullable Kind kind, @Nullable UUID after, int limit) {
    return sql.run(() -> store.list(kind, after, limit));
  }

  /** Adds a notification that comes from no stored event. If that fails, it is only logged. */
  public void add(Notification notification) {
    sql.run(
            () -> {
              store.add(notification);
              return null;
            })
        .whenComplete(
            (done, fault) -> {
              if (fault != null) {
                LOG.warn("Could not store {}", notification, fault);
              }
            });
  }

  /** Returns the outbox, which runs its statements where blocking is allowed. */
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
