package io.millrace.engine.notify;

import java.time.Instant;

/**
 * A notification on its way to one webhook.
 *
 * @param attempt the number of this attempt, from 1: the fence, for only the newest one counts
 */
public record WebhookDelivery(Notification notification, String webhook, int attempt) {

  /**
   * How an attempt ended, as it is stored.
   *
   * @param nextAt when it is tried again; null if it is not
   * @param deliveredAt null if it was not delivered
   */
  public record DeliveryEnd(
      WebhookDelivery delivery, Instant nextAt, Instant deliveredAt, String error) {

    boolean delivered() {
      return deliveredAt != null;
    }

    boolean givenUp() {
      return nextAt == null && deliveredAt == null;
    }
  }

  /** What a webhook's answer means for this attempt. */
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
