package io.millrace.http;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.http.javadsl.ServerBinding;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.clock.SteadyClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.EmbeddedDatabase;
import io.millrace.engine.guard.FencedNodeExit;
import io.millrace.engine.guard.LiveNodes;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.node.Engine;
import io.millrace.engine.platform.DataDirectory;
import io.millrace.engine.store.Migrations;
import io.millrace.engine.store.Storage;
import io.millrace.http.access.AccessTokenKeeper;
import io.millrace.http.access.AdminToken;
import io.millrace.http.cluster.ClusterAccess;
import io.millrace.http.demo.Demo;
import io.millrace.http.server.ListenAddress;
import io.millrace.http.settings.JoinMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A running node: its database, its engine and its API, started in this order, stopped in reverse.
 */
public final class Node implements AutoCloseable {
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final String SOURCES =
      """
      # The sources of this node. Replace them: PUT /sources, or name a file in MILLRACE_SOURCES.
      sources:
        demo:
          collections:
            - name: c
              run: {process: [sh, -c, "echo looking; sleep 1; echo found 42 rows"]}
      """;

  private enum StartFailed implements CoordinatedShutdown.Reason {
    INSTANCE
  }

  private enum DatabaseLost implements CoordinatedShutdown.Reason {
    INSTANCE
  }

  private final DatabaseExitHook guard;
  private final @Nullable EmbeddedDatabase embedded;
  private final ActorSystem<Void> system;
  private final Engine engine;
  private final AccessTokenKeeper tokens;
  private final ServerBinding binding;

  private Node(
      DatabaseExitHook guard,
      @Nullable EmbeddedDatabase embedded,
      ActorSystem<Void> system,
      Engine engine,
      AccessTokenKeeper tokens,
      ServerBinding binding) {
    this.guard = guard;
    this.embedded = embedded;
    this.system = system;
    this.engine = engine;
    this.tokens = tokens;
    this.binding = binding;
  }

  /**
   * Returns when the node is ready to serve.
   *
   * @param systemClock the system's clock, which may step
   * @param nanos a clock that never steps
   */
  public static Node start(Config config, Clock systemClock, LongSupplier nanos) {
    Path dataDir = Path.of(config.getString("millrace.data-dir"));
    check(dataDir);
    ListenAddress.of(config.getConfig("millrace.http")).check();
    ClusterAccess access = ClusterAccess.of(config.getConfig("millrace.cluster"));
    DatabaseExitHook guard = new DatabaseExitHook();
    EmbeddedDatabase embedded =
        config.getString("millrace.db.url").isEmpty()
            ? guard.start(dataDir, config.getInt("millrace.db.restarts"))
            : null;
    try {
      return start(config, access, systemClock, nanos, dataDir, guard, embedded);
    } catch (RuntimeException fault) {
      if (embedded != null) {
        embedded.close();
      }
      guard.remove();
      throw fault;
    }
  }

  private static void check(Path dataDir) {
    try {
      DataDirectory.check(dataDir);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static Node start(
      Config config,
      ClusterAccess access,
      Clock systemClock,
      LongSupplier nanos,
      Path dataDir,
      DatabaseExitHook guard,
      @Nullable EmbeddedDatabase embedded) {
    boolean demo = config.getBoolean("millrace.demo");
    Config own = demo ? Demo.withBanks(config) : config;
    Config complete = embedded == null ? own : withDatabase(own, embedded.url(), dataDir);
    Migrations.migrate(database(complete));
    SteadyClock clock =
        new SteadyClock(
            systemClock, nanos, DurationSetting.of(config, "millrace.clock.max-offset"));
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    CompletableFuture<Engine> engine = new CompletableFuture<>();
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.setup(
                context -> {
                  try {
                    join(context.getSystem());
                    engine.complete(new Engine(context, clock, nanos, meters));
                    return Behaviors.empty();
                  } catch (RuntimeException fault) {
                    engine.completeExceptionally(fault);
                    return Behaviors.stopped();
                  }
                }),
            "millrace",
            access.setup(complete));
    try {
      Engine started = engine.join();
      AccessTokenKeeper tokens = prepare(system, started, dataDir, clock, meters);
      ServerBinding binding = HttpListener.bind(system, started, tokens, meters, clock);
      if (demo) {
        Demo.start(system, started, clock);
      }
      if (embedded != null) {
        embedded.lost().thenRun(() -> CoordinatedShutdown.get(system).run(DatabaseLost.INSTANCE));
      }
      return new Node(guard, embedded, system, started, tokens, binding);
    } catch (RuntimeException fault) {
      stop(system);
      engine.thenAccept(Engine::close);
      throw fault;
    }
  }

  /** Everything that must be in force before the first request. */
  private static AccessTokenKeeper prepare(
      ActorSystem<?> system,
      Engine started,
      Path dataDir,
      Clock clock,
      PrometheusMeterRegistry meters) {
    Config config = system.settings().config();
    boolean demo = config.getBoolean("millrace.demo");
    JvmMeters program = new JvmMeters(meters, config.getString("millrace.version"));
    system.getWhenTerminated().thenRun(program::close);
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
    return tokens(system, dataDir, config, clock);
  }

  /** Stops what has started before the database stops; otherwise its errors hide the cause. */
  private static void stop(ActorSystem<?> system) {
    CoordinatedShutdown.get(system)
        .runAll(StartFailed.INSTANCE)
        .toCompletableFuture()
        .completeOnTimeout(Done.getInstance(), STOP.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private static void join(ActorSystem<?> system) {
    Config cluster = system.settings().config().getConfig("millrace.cluster");
    DatabaseUrl url = database(system.settings().config());
    JoinMode.of(cluster.getString("join")).join(system, cluster, () -> isClusterRunning(url));
  }

  private static boolean isClusterRunning(DatabaseUrl url) {
    try {
      return LiveNodes.exist(url);
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }

  private static Config withDatabase(Config config, DatabaseUrl url, Path dataDir) {
    return ConfigFactory.parseMap(
            Map.of(
                "millrace.db.embedded-in", dataDir.toString(),
                "millrace.db.url", url.url(),
                "millrace.db.user", url.user(),
                "millrace.db.password", url.password()))
        .withFallback(config);
  }

  static DatabaseUrl database(Config config) {
    return DatabaseUrl.of(config.getConfig("millrace.db"));
  }

  private static AccessTokenKeeper tokens(
      ActorSystem<?> system, Path dataDir, Config config, Clock clock) {
    try {
      AdminToken own = AdminToken.of(dataDir, config.getString("millrace.http.admin-token"));
      AccessTokenKeeper tokens =
          AccessTokenKeeper.open(Storage.get(system).dataSource(), own, clock);
      tokens.start();
      return tokens;
    } catch (SQLException | IOException fault) {
      throw new CompletionException(fault);
    }
  }

  public InetSocketAddress address() {
    return binding.localAddress();
  }

  public Engine engine() {
    return engine;
  }

  /** Whether it ended because the cluster went on without it. */
  public boolean wasFenced() {
    return FencedNodeExit.hasBegun(system);
  }

  /** Ends the process with this code if the cluster continues without this node, whatever hangs. */
  void exitSoonIfFenced(int code) {
    FencedProcessExit.register(system, code);
  }

  /** Whether it ended because its embedded database no longer starts. */
  public boolean lostItsDatabase() {
    return CoordinatedShutdown.get(system)
        .getShutdownReason()
        .filter(DatabaseLost.INSTANCE::equals)
        .isPresent();
  }

  public void awaitTermination() {
    system.getWhenTerminated().toCompletableFuture().join();
  }

  /**
   * Through Akka, whose own hook would otherwise cut this node off from the others at once.
   *
   * @param fenced the exit code of a fenced node
   */
  void closeWithTheProcess(int fenced) {
    CoordinatedShutdown.get(system)
        .addJvmShutdownHook(
            () -> {
              close();
              if (wasFenced()) {
                FencedProcessExit.halt(fenced);
              }
            });
    guard.remove();
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
    guard.remove();
  }
}
