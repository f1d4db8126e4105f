package io.millrace.http.demo;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolConfigReader;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.node.Engine;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.http.endpoint.Json;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills a node with something to look at: {@code MILLRACE_DEMO=true}. */
public final class Demo {
  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);
  private static final String BY = "demo";

  public static final String SOURCES =
      """
# The sources of the demo. Replace them: PUT /sources.
sources:
  reports:
    collections:
      - name: daily-figures
        schedule: {every: 1m, from: 2026-01-01T00:00:00Z}
        pool: reports
        run: {process: [sh, -c, "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo \\"page $i of 12: $((i * 173)) rows\\"; sleep 2; done; echo 'the last page was <short>' >&2"]}
      - name: flaky-feed
        schedule: {every: 90s, from: 2026-01-01T00:00:00Z}
        pool: reports
        retry: {delays: [20s, 40s]}
        run: {process: [sh, -c, "echo connecting; sleep 3; echo 'feed.example: connection refused' >&2; exit 1"]}
  demo:
    collections:
      - name: c
        run: {process: [sh, -c, "echo looking; sleep 1; echo found 42 rows"]}
""";

  private static final String FLOW =
      """
      {"enabled": true, "maxConcurrency": 14, "sourceSystems": [
        {"systemName": "BANKS", "reservedChannels": 3, "probability": 40},
        {"systemName": "CARDS", "reservedChannels": 2, "probability": 15},
        {"systemName": "BROKERS", "reservedChannels": 1, "probability": 10},
        {"systemName": "SCRAPERS", "reservedChannels": 0, "probability": 10},
        {"systemName": "SHOPS", "reservedChannels": 0, "probability": 20},
        {"systemName": "DEFAULT", "reservedChannels": 1, "probability": 5}]}
      """;

  private static final String REPORTS =
      """
      {"enabled": true, "maxConcurrency": 2, "sourceSystems": [
        {"systemName": "DEFAULT", "reservedChannels": 0, "probability": 100}]}
      """;

  private static final String JOBS =
      """
      {"enabled": true, "maxConcurrency": 6, "sourceSystems": [
        {"systemName": "DEFAULT", "reservedChannels": 0, "probability": 100}]}
      """;

  private final Engine engine;
  private final Clock clock;

  private Demo(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** The banks are on this machine, where no request goes to unless it is allowed. */
  public static Config withBanks(Config config) {
    ConfigValue allow = config.getValue(OutboundRule.ALLOW);
    List<Object> all = new ArrayList<>();
    if (allow instanceof ConfigList list) {
      all.addAll(list.unwrapped());
    } else {
      all.addAll(List.of(allow.unwrapped().toString().split(",")));
    }
    all.add("127.0.0.1");
    return config.withValue(OutboundRule.ALLOW, ConfigValueFactory.fromIterable(all));
  }

  /** Before the sources: one of them runs in a pool of its own. */
  public static void pools(Engine engine) {
    put(engine, Work.DEFAULT_POOL, FLOW);
    put(engine, "reports", REPORTS);
    put(engine, "jobs", JOBS);
  }

  /** A pool that somebody has changed stays as it is. */
  private static void put(Engine engine, String pool, String json) {
    PoolConfig config = PoolConfigReader.read(Json.object(json));
    Optional<PoolState> there = engine.pools().state(pool).toCompletableFuture().join();
    if (there.isEmpty() || there.get().newestChange().version() == 0) {
      engine.pools().put(pool, config, BY).toCompletableFuture().join();
    }
  }

  /** Jobs; users and sites, unless there are others already, and then today's plan has them. */
  public static void start(ActorSystem<?> system, Engine engine, Clock clock) {
    Demo demo = new Demo(engine, clock);
    DemoJobs.put(engine.jobs().jobService(), clock.instant(), BY)
        .thenCompose(
            done -> engine.refreshes().directory().list(EntryTables.CLIENTS, Map.of(), null, 10))
        .thenCompose(
            clients ->
                clients.stream().allMatch(client -> client.id().matches("budget-app|ledger-co"))
                    ? demo.fill(DemoBanks.open(system))
                    : demo.refuseOtherClients())
        .whenComplete(
            (done, fault) -> {
              if (fault != null) {
                LOG.warn("The demo could not be filled", fault);
              }
            });
  }

  private CompletionStage<PlanResult> refuseOtherClients() {
    throw new IllegalStateException("this database has clients that are not the demo's");
  }

  private CompletionStage<PlanResult> fill(String banks) {
    DirectoryService directory = engine.refreshes().directory();
    String lines = DemoDirectory.lines(banks, clock.instant());
    return directory
        .addToImport(directory.beginImport(true), lines.getBytes(StandardCharsets.UTF_8))
        .thenCompose(directory::finishImport)
        .thenCompose(
            result -> {
              LOG.info("The demo has {} users", DemoDirectory.USERS);
              return engine.refreshes().plans().plan(engine.refreshes().plans().today());
            });
  }
}
