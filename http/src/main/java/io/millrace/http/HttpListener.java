package io.millrace.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import akka.http.javadsl.settings.ServerSettings;
import com.typesafe.config.Config;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.node.Engine;
import io.millrace.http.access.AccessTokenKeeper;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.server.ConnectionHandler;
import io.millrace.http.server.HttpLimits;
import io.millrace.http.server.ListenAddress;
import io.millrace.http.server.ListenerExit;
import io.millrace.http.server.LongPolls;
import io.millrace.http.server.OpenFileLimit;
import io.millrace.http.server.RequestMeters;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port of the API and the page, with the bounds of connections and requests. */
final class HttpListener {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final Duration TICK = Duration.ofSeconds(1);

  private HttpListener() {}

  /** Binds the port; from then on requests are answered. */
  static ServerBinding bind(
      ActorSystem<?> system,
      Engine engine,
      AccessTokenKeeper tokens,
      PrometheusMeterRegistry meters,
      Clock clock) {
    Config http = system.settings().config().getConfig("millrace.http");
    HttpLimits limits =
        HttpLimits.of(http, Runtime.getRuntime().maxMemory(), OpenFileLimit.mostOfThisProcess());
    if (limits.connections() < http.getInt("connections")) {
      LOG.warn(
          "Limited to {} connections instead of {}: this process may open too few files",
          limits.connections(),
          http.getInt("connections"));
    }
    Refusals refusals = new Refusals(meters);
    LongPolls longPolls = new LongPolls(limits.longPolls(), refusals, meters);
    longPolls.closeWith(system);
    ApiRoutes api =
        new ApiRoutes(system, engine, tokens, meters, limits, longPolls, refusals, clock);
    ConnectionHandler connections = new ConnectionHandler(limits, refusals, meters);
    RequestMeters requests = new RequestMeters(meters);
    system
        .scheduler()
        .scheduleAtFixedRate(
            TICK,
            TICK,
            () -> {
              api.abortSlowBodies();
              connections.closeOverdue();
            },
            system.executionContext());
    ServerSettings settings =
        ServerSettings.create(system.classicSystem())
            .withMaxConnections(limits.connections() + ConnectionHandler.CLOSING)
            .withPipeliningLimit(ConnectionHandler.REQUESTS_AT_ONCE)
            .withRemoteAddressAttribute(true);
    CompletionStage<ServerBinding> bound =
        Http.get(system)
            .newServerAt(http.getString("host"), http.getInt("port"))
            .withSettings(settings)
            .bindFlow(
                connections.flow(
                    api.endpoints().attaching(requests.timing(api.routes().function(system)))));
    try {
      ServerBinding binding = bound.toCompletableFuture().join();
      ListenerExit.register(system, binding, DurationSetting.of(http, "drain"));
      return binding;
    } catch (CompletionException fault) {
      throw ListenAddress.of(http).refusal(fault);
    }
  }
}
