package io.millrace.engine.notify;

import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
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
    return send(notification.id(), NotificationJson.body(notification), webhook, timeout);
  }

  /** Posts a test, signed like a notification, for at most {@code longest}. */
  CompletionStage<WebhookAnswer> sendTest(UUID id, Webhook webhook, String by, Duration longest) {
    byte[] body = NotificationJson.testBody(id, clock.instant(), webhook.name(), by);
    Duration shorter = timeout.compareTo(longest) < 0 ? timeout : longest;
    return send(id, body, webhook, shorter);
  }

  private CompletionStage<WebhookAnswer> send(
      UUID id, byte[] body, Webhook webhook, Duration longest) {
    return client
        .send(request(id, body, webhook), longest, MAX_ANSWER_BYTES)
        .handle(
            (answer, fault) ->
                fault == null
                    ? WebhookAnswer.of(answer.status(), answer.headers(), clock.instant())
                    : WebhookAnswer.noAnswer(fault));
  }

  private OutboundRequest request(UUID id, byte[] body, Webhook webhook) {
    return new OutboundRequest(
        webhook.url(),
        Map.of(
            "Content-Type",
            "application/json",
            "X-Millrace-Delivery",
            id.toString(),
            WebhookSignature.HEADER,
            WebhookSignature.of(webhook.secret(), clock.instant(), body)),
        body);
  }
}
