package io.millrace.engine.notify;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A notification on its way to one webhook.
 *
 * @param attempt the number of this attempt, from 1; it is also the fence, as only the newest
 *     counts
 */
public record WebhookDelivery(Notification notification, String webhook, int attempt) {

  /**
   * The result of an attempt, as it is stored.
   *
   * @param nextAt when the next attempt follows; absent if none does
   * @param deliveredAt absent if it was not delivered
   */
  public record DeliveryEnd(
      WebhookDelivery delivery,
      @Nullable Instant nextAt,
      @Nullable Instant deliveredAt,
      String error) {

    boolean delivered() {
      return deliveredAt != null;
    }

    boolean givenUp() {
      return nextAt == null && deliveredAt == null;
    }
  }

  /** Decides what the answer of a webhook means for this attempt. */
  DeliveryEnd end(WebhookAnswer answer, WebhookSettings settings, Instant now) {
    if (answer.isSuccess()) {
      return new DeliveryEnd(this, null, now, "");
    }
    if (answer.isGone() || attempt >= settings.attempts()) {
      return new DeliveryEnd(this, null, null, answer.error());
    }
    return new DeliveryEnd(this, now.plus(answer.delay(attempt, settings)), null, answer.error());
  }
}
