package io.millrace.client.transport;

import io.millrace.client.error.MillraceException;
import io.millrace.client.error.UnreachableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends requests with the JDK's HTTP client, and repeats them as {@link RetrySettings} says. */
public final class HttpCaller implements ApiCaller {
  private final HttpClient http;
  private final String base;
  private final @Nullable String token;
  private final RetrySettings retries;
  private final Duration timeout;

  /**
   * @param base the address of a node or of a balancer before several
   * @param token an access token; absent for the operations that need none
   * @param timeout how long an answer may take
   */
  public HttpCaller(
      HttpClient http, URI base, @Nullable String token, RetrySettings retries, Duration timeout) {
    this.http = http;
    this.base = base.toString().replaceFirst("/+$", "");
    this.token = token;
    this.retries = retries;
    this.timeout = timeout;
  }

  /** The client that all requests go through. A claim that waits needs HTTP/1.1. */
  public static HttpClient newHttpClient(Duration connectTimeout) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(connectTimeout)
        .build();
  }

  /** The same with other retries and another timeout, on the same connections. */
  public HttpCaller with(RetrySettings otherRetries, Duration otherTimeout) {
    return new HttpCaller(http, URI.create(base), token, otherRetries, otherTimeout);
  }

  public RetrySettings retries() {
    return retries;
  }

  public Duration timeout() {
    return timeout;
  }

  @Override
  public <T> T call(ApiRequest request, Class<T> answer) {
    return AnswerReader.read(request, exchange(request), answer);
  }

  @Override
  public void send(ApiRequest request) {
    exchange(request);
  }

  @Override
  public EventReader events(ApiRequest request) {
    return new EventReader(
        lastEventId -> open(request, lastEventId), request.toString(), retries.backoff());
  }

  private CompletableFuture<HttpResponse<LineQueue>> open(
      ApiRequest request, @Nullable String lastEventId) {
    HttpRequest.Builder builder =
        build(request, new RequestContent(request.body()).publisher())
            .setHeader("Accept", "text/event-stream");
    if (lastEventId != null) {
      builder.setHeader("Last-Event-ID", lastEventId);
    }
    return http.sendAsync(builder.build(), LineQueue.handler());
  }

  private HttpResponse<String> exchange(ApiRequest request) {
    try (RequestContent content = new RequestContent(request.body())) {
      content.open();
      for (int tried = 1; ; tried++) {
        try {
          return AnswerReader.checked(sendOnce(request, content));
        } catch (MillraceException fault) {
          Optional<Duration> wait =
              retries.next(request, fault, tried, ThreadLocalRandom.current().nextDouble());
          if (wait.isEmpty() || !content.open()) {
            throw fault;
          }
          pause(request, wait.get());
        }
      }
    }
  }

  private HttpResponse<String> sendOnce(ApiRequest request, RequestContent content) {
    try {
      return http.send(
          build(request, content.publisher())
              .timeout(request.timeout() == null ? timeout : request.timeout())
              .build(),
          BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (ConnectException | HttpConnectTimeoutException away) {
      throw unreachable(request, false, away);
    } catch (IOException cut) {
      throw unreachable(request, true, cut);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw unreachable(request, true, stop);
    }
  }

  private UnreachableException unreachable(ApiRequest request, boolean wasSent, Exception cause) {
    String reason =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new UnreachableException(
        request + " got no answer from " + base + ": " + reason, wasSent, cause);
  }

  private void pause(ApiRequest request, Duration wait) {
    try {
      TimeUnit.MILLISECONDS.sleep(wait.toMillis());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw unreachable(request, true, stop);
    }
  }

  private HttpRequest.Builder build(ApiRequest request, BodyPublisher content) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(base + request.target()))
            .method(request.method(), content);
    if (token != null && !token.isEmpty()) {
      builder.setHeader("Authorization", "Bearer " + token);
    }
    ApiRequest.Body body = request.body();
    if (body != null) {
      builder.setHeader("Content-Type", body.contentType());
    }
    request.headers().forEach(builder::setHeader);
    return builder;
  }
}
