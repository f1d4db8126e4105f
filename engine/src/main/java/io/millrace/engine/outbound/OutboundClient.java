package io.millrace.engine.outbound;

import akka.Done;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.http.javadsl.ClientTransport;
import akka.http.javadsl.Http;
import akka.http.javadsl.OutgoingConnection;
import akka.http.javadsl.OutgoingConnectionBuilder;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.settings.ClientConnectionSettings;
import akka.japi.Pair;
import akka.stream.KillSwitches;
import akka.stream.Materializer;
import akka.stream.UniqueKillSwitch;
import akka.stream.javadsl.Flow;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Posts to services. It looks up a name once, checks every address and connects to one of them. So
 * a name that changes its address afterwards does not help an attacker. It uses HTTP/1.1 only,
 * opens one connection per request, and follows no redirect.
 */
public final class OutboundClient {

  /** Returns the addresses of a name. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] lookUp(String host) throws UnknownHostException;
  }

  private static final Duration LAST_PHASE = Duration.ofSeconds(1);

  private final ActorSystem<?> system;
  private final OutboundRule rule;
  private final Resolver resolver;
  private final ClientConnectionSettings settings;
  private final Executor lookups;

  public OutboundClient(ActorSystem<?> system, OutboundRule rule) {
    this(system, rule, InetAddress::getAllByName);
  }

  OutboundClient(ActorSystem<?> system, OutboundRule rule, Resolver resolver) {
    this.system = system;
    this.rule = rule;
    this.resolver = resolver;
    ClientConnectionSettings defaults =
        ClientConnectionSettings.create(system.classicSystem())
            .withIdleTimeout(scala.concurrent.duration.Duration.Inf())
            .withUserAgentHeader(Optional.empty());
    this.settings =
        defaults.withParserSettings(
            defaults
                .getParserSettings()
                .withModeledHeaderParsing(false)
                .withIllegalHeaderWarnings(false));
    this.lookups = system.dispatchers().lookup(DispatcherSelector.blocking());
  }

  public OutboundRule rule() {
    return rule;
  }

  /**
   * Sends a request. Canceling the returned future closes the connection.
   *
   * @param maxBytes how many bytes of the answer are read at most
   * @return fails with an {@link OutboundDeniedException} if the rule denies the address
   */
  public CompletableFuture<OutboundAnswer> send(
      OutboundRequest request, Duration timeout, int maxBytes) {
    CompletableFuture<OutboundAnswer> answer = new CompletableFuture<>();
    endAfter(timeout, answer);
    CompletableFuture.supplyAsync(() -> checked(request.url()), lookups)
        .thenCompose(address -> exchange(request, address, maxBytes, answer))
        .whenComplete(
            (done, fault) -> {
              if (fault == null) {
                answer.complete(done);
              } else {
                answer.completeExceptionally(cause(fault));
              }
            });
    return answer;
  }

  /**
   * Times out in two phases. If this node was paused, only the first timer is late. An answer that
   * arrived during the pause is then processed within the last phase.
   */
  private static void endAfter(Duration timeout, CompletableFuture<?> answer) {
    long last = Math.min(timeout.toMillis() / 2, LAST_PHASE.toMillis());
    CompletableFuture<?> first =
        new CompletableFuture<>()
            .completeOnTimeout(
                Done.getInstance(), timeout.toMillis() - last, TimeUnit.MILLISECONDS);
    first.thenRun(() -> answer.orTimeout(last, TimeUnit.MILLISECONDS));
    answer.whenComplete((done, fault) -> first.cancel(false));
  }

  private InetSocketAddress checked(URI url) {
    try {
      int port = OutboundRule.port(url);
      InetAddress[] addresses = addresses(url);
      for (InetAddress address : addresses) {
        rule.refusal(url.getHost(), address, port)
            .ifPresent(
                reason -> {
                  throw new OutboundDeniedException(reason);
                });
      }
      return new InetSocketAddress(addresses[0], port);
    } catch (UnknownHostException unknown) {
      throw new CompletionException(unknown);
    }
  }

  /** A text that only looks like an address, such as {@code 0x7f.1}, is refused. */
  private InetAddress[] addresses(URI url) throws UnknownHostException {
    if (url.getHost() == null) {
      throw neitherNameNorAddress(url.getAuthority());
    }
    try {
      return resolver.lookUp(url.getHost());
    } catch (UnknownHostException unknown) {
      if (unknown.getCause() instanceof IllegalArgumentException) {
        throw neitherNameNorAddress(url.getHost());
      }
      throw unknown;
    }
  }

  private static OutboundDeniedException neitherNameNorAddress(String host) {
    return new OutboundDeniedException(
        "requests to " + host + " are refused: it is neither a name nor an address");
  }

  private CompletionStage<OutboundAnswer> exchange(
      OutboundRequest request,
      InetSocketAddress address,
      int maxBytes,
      CompletableFuture<OutboundAnswer> answer) {
    if (answer.isDone()) {
      return answer;
    }
    Materializer materializer = Materializer.matFromSystem(system.classicSystem());
    // Reading stops before the end of a long body, which ends the connection. The read part counts.
    CompletableFuture<CompletionStage<OutboundAnswer>> body = new CompletableFuture<>();
    Pair<UniqueKillSwitch, CompletionStage<Done>> exchange =
        Source.single(AkkaRequestFactory.of(request))
            .concat(Source.maybe())
            .viaMat(KillSwitches.single(), Keep.right())
            .via(connection(request.url(), address))
            .toMat(
                Sink.foreach(response -> body.complete(read(response, maxBytes, materializer))),
                Keep.both())
            .run(materializer);
    exchange
        .second()
        .whenComplete(
            (done, fault) ->
                body.completeExceptionally(
                    fault == null ? new EOFException("the service closed the connection") : fault));
    answer.whenComplete(
        (done, fault) -> exchange.first().abort(new CancellationException("closed by the client")));
    return body.thenCompose(read -> read);
  }

  private Flow<HttpRequest, HttpResponse, CompletionStage<OutgoingConnection>> connection(
      URI url, InetSocketAddress address) {
    OutgoingConnectionBuilder builder =
        Http.get(system)
            .connectionTo(url.getHost())
            .toPort(address.getPort())
            .withClientConnectionSettings(
                settings.withTransport(
                    ClientTransport.withCustomResolver(
                        (host, port) -> CompletableFuture.completedFuture(address))));
    return url.getScheme().equalsIgnoreCase("https") ? builder.https() : builder.http();
  }

  private static CompletionStage<OutboundAnswer> read(
      HttpResponse response, int maxBytes, Materializer materializer) {
    return response
        .entity()
        .getDataBytes()
        .scan(ByteString.emptyByteString(), ByteString::concat)
        .takeWhile(bytes -> bytes.size() < maxBytes, true)
        .runWith(Sink.last(), materializer)
        .thenApply(
            bytes ->
                new OutboundAnswer(
                    response.status().intValue(),
                    headers(response),
                    bytes.take(maxBytes).toArray(),
                    bytes.size() >= maxBytes));
  }

  private static HttpHeaders headers(HttpResponse response) {
    Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    response
        .getHeaders()
        .forEach(
            header ->
                values
                    .computeIfAbsent(header.name(), name -> new ArrayList<>())
                    .add(header.value()));
    return HttpHeaders.of(values, (name, value) -> true);
  }

  /** Returns the root cause, such as a refused connection. */
  private static Throwable cause(Throwable fault) {
    Throwable cause = fault;
    while (cause.getCause() != null && !(cause instanceof OutboundDeniedException)) {
      cause = cause.getCause();
    }
    return cause;
  }
}
