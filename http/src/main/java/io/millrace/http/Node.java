package io.millrace.http;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.Http;
import akka.http.javadsl.ServerBinding;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.node.Engine;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.EmbeddedDatabase;
import io.millrace.engine.store.Migrations;
import io.millrace.engine.store.Storage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A running node: its database, its engine and its API, started in this order, stopped in reverse.
 */
public final class Node implements AutoCloseable {
  private static final String SOURCES =
      """
      # The sources of this node. Replace them: PUT /sources, or name a file in MILLRACE_SOURCES.
      sources:
        demo:
          collections:
            - name: c
              run: {process: [sh, -c, "echo looking; sleep 1; echo found 42 rows"]}
      """;

  private final EmbeddedDatabase embedded;
  private final ActorSystem<Void> system;
  private final Engine engine;
  private final AccessTokens tokens;
  private final ServerBinding binding;

  private Node(
      EmbeddedDatabase embedded,
      ActorSystem<Void> system,
      Engine engine,
      AccessTokens tokens,
      ServerBinding binding) {
    this.embedded = embedded;
    this.system = system;
    this.engine = engine;
    this.tokens = tokens;
    this.binding = binding;
  }

  /** Returns when the node is ready to serve. */
  public static Node start(Config config, Clock clock) {
    Path dataDir = Path.of(config.getString("millrace.data-dir"));
    EmbeddedDatabase embedded =
        config.getString("millrace.db.url").isEmpty() ? EmbeddedDatabase.start(dataDir) : null;
    try {
      return start(config, clock, dataDir, embedded);
    } catch (RuntimeException fault) {
      if (embedded != null) {
        embedded.close();
      }
      throw fault;
    }
  }

  private static Node start(Config config, Clock clock, Path dataDir, EmbeddedDatabase embedded) {
    Config complete = embedded == null ? config : withDatabase(config, embedded.url());
    Migrations.migrate(database(complete));
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    CompletableFuture<Engine> engine = new CompletableFuture<>();
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.setup(
                context -> {
                  try {
                    join(context.getSystem());
                    engine.complete(new Engine(context, clock, meters));
                    return Behaviors.empty();
                  } catch (RuntimeException fault) {
                    engine.completeExceptionally(fault);
                    return Behaviors.stopped();
                  }
                }),
            "millrace",
            complete);
    Engine started = engine.join();
    boolean demo = complete.getBoolean("millrace.demo");
    if (demo) {
      Demo.pools(started);
    }
    started
        .refreshes()
        .sourceKeeper()
        .start(demo ? Demo.SOURCES : SOURCES)
        .toCompletableFuture()
        .join();
    started.refreshes().siteKeeper().start();
    started.jobs().keeper().start();
    AccessTokens tokens = tokens(system, dataDir, complete, clock);
    ServerBinding binding = serve(system, started, tokens, meters, clock);
    if (demo) {
      Demo.start(system, started, clock);
    }
    return new Node(embedded, system, started, tokens, binding);
  }

  private static void join(ActorSystem<?> system) {
    Config cluster = system.settings().config().getConfig("millrace.cluster");
    Joining.of(cluster.getString("join")).join(system, cluster);
  }

  private static Config withDatabase(Config config, DatabaseUrl url) {
    return ConfigFactory.parseMap(
            Map.of(
                "millrace.db.url", url.url(),
                "millrace.db.user", url.user(),
                "millrace.db.password", url.password()))
        .withFallback(config);
  }

  static DatabaseUrl database(Config config) {
    Config db = config.getConfig("millrace.db");
    return new DatabaseUrl(db.getString("url"), db.getString("user"), db.getString("password"));
  }

  private static AccessTokens tokens(
      ActorSystem<?> system, Path dataDir, Config config, Clock clock) {
    try {
      AdminToken own = AdminToken.of(dataDir, config.getString("millrace.http.admin-token"));
      AccessTokens tokens = AccessTokens.open(Storage.get(system).dataSource(), own, clock);
      tokens.start();
      return tokens;
    } catch (SQLException | IOException fault) {
      throw new CompletionException(fault);
    }
  }

  private static ServerBinding serve(
      ActorSystem<?> system,
      Engine engine,
      AccessTokens tokens,
      PrometheusMeterRegistry meters,
      Clock clock) {
    Config http = system.settings().config().getConfig("millrace.http");
    LongPolls longPolls = new LongPolls(http.getInt("long-polls"), meters);
    longPolls.closeWith(system);
    Api api =
        new Api(
            system,
            engine,
            tokens,
            meters,
            http.getInt("in-flight"),
            longPolls,
            http.getInt("log-streams"),
            http.getInt("event-streams"),
            clock);
    ServerBinding binding =
        Http.get(system)
            .newServerAt(http.getString("host"), http.getInt("port"))
            .bind(api.routes())
            .toCompletableFuture()
            .join();
    binding.addToCoordinatedShutdown(http.getDuration("drain"), system);
    return binding;
  }

  public InetSocketAddress address() {
    return binding.localAddress();
  }

  public Engine engine() {
    return engine;
  }

  /** Whether it ended because the cluster went on without it. */
  public boolean wasPutOut() {
    return CoordinatedShutdown.get(system)
        .getShutdownReason()
        .filter(CoordinatedShutdown.clusterDowningReason()::equals)
        .isPresent();
  }

  public void awaitTermination() {
    system.getWhenTerminated().toCompletableFuture().join();
  }

  /** Through Akka, whose own hook would otherwise cut this node off from the others at once. */
  void closeWithTheProcess() {
    CoordinatedShutdown.get(system).addJvmShutdownHook(this::close);
  }

  /** Drains: no new requests, no new work, running tasks get their grace; then all is stopped. */
  @Override
  public void close() {
    CompletableFuture<Done> left =
        CoordinatedShutdown.get(system)
            .runAll(CoordinatedShutdown.jvmExitReason())
            .toCompletableFuture();
    left.join();
    tokens.close();
    engine.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
