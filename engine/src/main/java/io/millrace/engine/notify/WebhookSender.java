package io.millrace.engine.notify;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Posts notifications, signed. It never blocks, and it always gets an answer, or the lack of one.
 */
public final class WebhookSender implements Notifier.Sender {

  /** HTTP/1.1 only: the upgrade that the client would offer is refused by too many services. */
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final Duration timeout;
  private final Clock clock;

  public WebhookSender(Duration timeout, Clock clock) {
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Answer> send(Notification notification, Webhook webhook) {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request(notification, webhook), BodyHandlers.discarding());
    // The client's own timeout ends with the headers; a body may take for ever.
    return answer
        .copy()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((response, fault) -> answer.cancel(true))
        .handle(
            (response, fault) ->
                fault == null
                    ? Answer.of(response.statusCode(), response.headers(), clock.instant())
                    : Answer.none(fault));
  }

  private HttpRequest request(Notification notification, Webhook webhook) {
    Instant now = clock.instant();
    byte[] body = NotificationJson.body(notification);
    return HttpRequest.newBuilder(webhook.url())
        .header("Content-Type", "application/json")
        .header("X-Millrace-Delivery", notification.id().toString())
        .header(Signature.HEADER, Signature.of(webhook.secret(), now, body))
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }
}
