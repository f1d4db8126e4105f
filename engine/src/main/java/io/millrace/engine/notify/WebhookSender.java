package io.millrace.engine.notify;

import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Posts signed notifications. It never blocks, and always returns an answer or the lack of one. */
public final class WebhookSender implements Notifier.Sender {
  /** Nobody reads the body of an answer, so a longer one is cut. */
  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final OutboundClient client;
  private final Duration timeout;
  private final Clock clock;

  public WebhookSender(OutboundClient client, Duration timeout, Clock clock) {
    this.client = client;
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public CompletionStage<WebhookAnswer> send(Notification notification, Webhook webhook) {
    return client
        .send(request(notification, webhook), timeout, MAX_ANSWER_BYTES)
        .handle(
            (answer, fault) ->
                fault == null
                    ? WebhookAnswer.of(answer.status(), answer.headers(), clock.instant())
                    : WebhookAnswer.noAnswer(fault));
  }

  private OutboundRequest request(Notification notification, Webhook webhook) {
    byte[] body = NotificationJson.body(notification);
    return new OutboundRequest(
        webhook.url(),
        Map.of(
            "Content-Type",
            "application/json",
            "X-Millrace-Delivery",
            notification.id().toString(),
            WebhookSignature.HEADER,
            WebhookSignature.of(webhook.secret(), clock.instant(), body)),
        body);
  }
}
