package io.millrace.engine.notify;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The deliveries to send, as the notifier sees them. */
public interface WebhookOutbox {

  /**
   * One step of the notifier.
   *
   * @param lostAt when an attempt that is taken now counts as lost, if it has no result by then
   * @param free how many attempts each webhook may get now
   * @param ended the attempts that have ended since the previous step
   */
  record OutboxStep(
      Instant now,
      Instant lostAt,
      Map<String, Integer> free,
      List<WebhookDelivery.DeliveryEnd> ended) {}

  /**
   * The deliveries to send now.
   *
   * @param more whether there are more new notifications than one step takes
   */
  record DueDeliveries(List<WebhookDelivery> due, boolean more) {}

  /** Stores the ended attempts, creates deliveries for new notifications, and takes due ones. */
  CompletionStage<DueDeliveries> step(OutboxStep step);

  /** Deletes older notifications, and counts the waiting deliveries of each webhook. */
  CompletionStage<Map<String, Integer>> tidy(Instant before);
}
