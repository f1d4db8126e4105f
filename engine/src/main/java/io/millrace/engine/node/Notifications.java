package io.millrace.engine.node;

import io.millrace.engine.notify.DeliveryStore;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.notify.Outbox;
import io.millrace.engine.sql.AsyncSql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** What the webhooks are told, to look at. */
public final class Notifications {
  private final AsyncSql sql;
  private final NotificationStore store;

  Notifications(AsyncSql sql, NotificationStore store) {
    this.sql = sql;
    this.store = store;
  }

  /**
   * Newest first.
   *
   * @param kind null for any
   * @param after the last one of the page before; null for the first page
   */
  public CompletionStage<List<NotificationStore.Listed>> list(Kind kind, UUID after, int limit) {
    return sql.run(() -> store.list(kind, after, limit));
  }

  /** The deliveries, where blocking is allowed. */
  Outbox outbox(DeliveryStore deliveries) {
    return new Outbox() {
      @Override
      public CompletionStage<Taken> step(Step step) {
        return sql.run(() -> deliveries.step(step));
      }

      @Override
      public CompletionStage<Map<String, Integer>> tidy(Instant before) {
        return sql.run(() -> deliveries.tidy(before));
      }
    };
  }
}
