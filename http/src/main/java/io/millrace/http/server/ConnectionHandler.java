package io.millrace.http.server;

import akka.Done;
import akka.NotUsed;
import akka.http.impl.engine.server.HttpAttributes;
import akka.http.javadsl.model.AttributeKey;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpProtocols;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.japi.function.Function;
import akka.stream.Attributes;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.SafeHeaders;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Handles each connection: lets it in, closes it if no request comes in time, and tells its
 * requests when the client hangs up.
 */
public final class ConnectionHandler {
  /** One is answered while the next is read, which shows whether the client has hung up. */
  public static final int REQUESTS_AT_ONCE = 2;

  /** Connections that are being closed while others have their places. */
  public static final int CLOSING = 64;

  @SuppressWarnings("rawtypes")
  private static final AttributeKey<CompletableFuture> HANG_UP =
      AttributeKey.create("hang-up", CompletableFuture.class);

  @SuppressWarnings("rawtypes")
  private static final AttributeKey<CompletableFuture> ENDED_BY_CLIENT =
      AttributeKey.create("ended-by-client", CompletableFuture.class);

  private final ConnectionTable<ClientConnection> table;
  private final Duration headersWithin;
  private final Duration keepAlive;
  private final Refusals refusals;

  public ConnectionHandler(HttpLimits limits, Refusals refusals, MeterRegistry meters) {
    this.table =
        new ConnectionTable<>(limits.connections(), limits.perAddress(), limits.trustedProxies());
    this.headersWithin = limits.headersWithin();
    this.keepAlive = limits.keepAlive();
    this.refusals = refusals;
    Gauge.builder("millrace.http.connections", table, ConnectionTable::size)
        .description("Open connections")
        .register(meters);
  }

  /** Completes when the client has stopped waiting for the answer. */
  @SuppressWarnings("unchecked")
  static CompletionStage<Done> hangUp(HttpRequest request) {
    return request
        .getAttribute(HANG_UP)
        .map(hangUp -> (CompletableFuture<Done>) hangUp)
        .orElseGet(CompletableFuture::new);
  }

  /**
   * Completes when the connection of the request ends: whether the client closed it, or is gone.
   */
  @SuppressWarnings("unchecked")
  public static CompletionStage<Boolean> endedByClient(HttpRequest request) {
    return request
        .getAttribute(ENDED_BY_CLIENT)
        .map(end -> (CompletableFuture<Boolean>) end)
        .orElseGet(CompletableFuture::new);
  }

  /** To be materialized once for each connection. */
  public Flow<HttpRequest, HttpResponse, ?> flow(
      Function<HttpRequest, CompletionStage<HttpResponse>> handler) {
    return Flow.fromMaterializer((streams, attributes) -> accepted(address(attributes), handler));
  }

  /** Akka tells it to nobody else before there is a request. */
  private static String address(Attributes attributes) {
    return attributes
        .getAttribute(HttpAttributes.RemoteAddress.class)
        .map(remote -> remote.address().getAddress().getHostAddress())
        .orElse("");
  }

  private Flow<HttpRequest, HttpResponse, NotUsed> accepted(
      String address, Function<HttpRequest, CompletionStage<HttpResponse>> handler) {
    ClientConnection connection = new ClientConnection();
    ConnectionTable.EnterResult<ClientConnection> entry =
        table.enter(connection, address, now() + headersWithin.toMillis());
    entry.closed().ifPresent(closed -> close(closed, "connections"));
    if (!entry.admitted()) {
      refusals.count("connections");
      return Flow.fromSinkAndSource(Sink.cancelled(), Source.empty());
    }
    return Flow.of(HttpRequest.class)
        .via(connection.end().flow())
        .watchTermination(
            (none, done) -> {
              done.whenComplete((end, fault) -> clientLeft(connection));
              return none;
            })
        .mapAsync(REQUESTS_AT_ONCE, request -> answer(connection, request, handler));
  }

  private void close(ClientConnection connection, String kind) {
    refusals.count(kind);
    connection.close();
  }

  private void clientLeft(ClientConnection connection) {
    if (connection.noMoreRequests()) {
      table.leave(connection);
    }
  }

  /**
   * A request may ask for the connection to be closed. If its body did not come together with its
   * head, Akka HTTP then ends the stream of requests. That is no hang-up: the client waits.
   */
  private static boolean isLast(HttpRequest request) {
    return !(request.entity() instanceof HttpEntity.Strict) && isClosedAfter(request);
  }

  private static boolean isClosedAfter(HttpRequest request) {
    String wish =
        request
            .getHeader("Connection")
            .map(header -> header.value().toLowerCase(Locale.ROOT))
            .orElse("");
    return request.protocol().equals(HttpProtocols.HTTP_1_0)
        ? !wish.contains("keep-alive")
        : wish.contains("close");
  }

  private CompletionStage<HttpResponse> answer(
      ClientConnection connection,
      HttpRequest request,
      Function<HttpRequest, CompletionStage<HttpResponse>> handler)
      throws Exception {
    CompletableFuture<Done> hangUp = connection.requestBegan(isLast(request));
    table.markBusy(connection);
    return handler
        .apply(
            request
                .addAttribute(HANG_UP, hangUp)
                .addAttribute(ENDED_BY_CLIENT, connection.endedByClient()))
        .handle(
            (response, fault) ->
                SafeHeaders.addTo(
                    fault == null
                        ? AnswerEncoding.of(request, response)
                        : FaultTranslator.answer(fault)))
        .thenApply(response -> releasedWhenSent(connection, hangUp, response));
  }

  /** A stream of events is at work until it ends. */
  private HttpResponse releasedWhenSent(
      ClientConnection connection, CompletableFuture<Done> hangUp, HttpResponse response) {
    if (!MediaTypes.TEXT_EVENT_STREAM.equals(response.entity().getContentType().mediaType())) {
      requestDone(connection, hangUp);
      return response;
    }
    return response.transformEntityDataBytes(
        Flow.of(ByteString.class)
            .watchTermination(
                (none, done) -> {
                  done.whenComplete((end, fault) -> requestDone(connection, hangUp));
                  return none;
                }));
  }

  private void requestDone(ClientConnection connection, CompletableFuture<Done> hangUp) {
    if (!connection.requestAnswered(hangUp)) {
      return;
    }
    if (connection.isEnded()) {
      table.leave(connection);
    } else {
      table.markIdle(connection, now() + keepAlive.toMillis());
    }
  }

  /** Call it about once a second. */
  public void closeOverdue() {
    table.removeOverdue(now()).forEach(connection -> close(connection, "slow-connections"));
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
