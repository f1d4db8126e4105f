package io.millrace.engine.external;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Posts grants to those who asked for it. It never blocks, and it never fails. */
public final class CallbackSender implements Callbacks.Sender {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** HTTP/1.1 only: the upgrade that the client would offer is refused by too many services. */
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final Duration timeout;

  public CallbackSender(Duration timeout) {
    this.timeout = timeout;
  }

  @Override
  public CompletionStage<String> send(Channel channel) {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request(channel), BodyHandlers.discarding());
    // The client's own timeout ends with the headers; a body may take for ever.
    return answer
        .copy()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((response, fault) -> answer.cancel(true))
        .handle((response, fault) -> fault == null ? error(response.statusCode()) : none(fault));
  }

  private static String error(int status) {
    return status >= 200 && status < 300 ? "" : "HTTP " + status;
  }

  private static String none(Throwable fault) {
    return "no answer: " + (fault.getCause() == null ? fault : fault.getCause());
  }

  private static HttpRequest request(Channel channel) {
    return HttpRequest.newBuilder(URI.create(channel.callbackUrl()))
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", channel.attemptUid().toString())
        .POST(BodyPublishers.ofByteArray(body(channel)))
        .build();
  }

  private static byte[] body(Channel channel) {
    try {
      return JSON.writeValueAsBytes(channel.fields());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
