package io.millrace.engine.notify;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What is to be sent, as the notifier sees it. */
public interface WebhookOutbox {

  /**
   * One step of the notifier.
   *
   * @param lostAt when an attempt that is taken now counts as lost, if nobody says how it ended
   * @param free how many attempts each webhook may get now
   * @param ended the attempts that have ended since the step before
   */
  record OutboxStep(
      Instant now,
      Instant lostAt,
      Map<String, Integer> free,
      List<WebhookDelivery.DeliveryEnd> ended) {}

  /**
   * What is to be sent now.
   *
   * @param more whether there are more new notifications than one step takes
   */
  record DueDeliveries(List<WebhookDelivery> due, boolean more) {}

  /** Stores what ended, makes the deliveries of what is new, and takes what is due. */
  CompletionStage<DueDeliveries> step(OutboxStep step);

  /** Deletes what is older, and counts what waits for each webhook. */
  CompletionStage<Map<String, Integer>> tidy(Instant before);
}
