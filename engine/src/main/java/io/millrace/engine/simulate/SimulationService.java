package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.PeriodicCalls;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.trigger.TriggerSettings;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Takes simulations, runs one at a time on this node, and shows those of all nodes. */
public final class SimulationService implements AutoCloseable {
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

  /** The settings by which this installation works. */
  public record SimulationSettings(
      FlywheelSettings flywheel, TriggerSettings triggers, Duration lostAfter, int nodeSlots) {}

  /** What the service needs of its node. */
  public record SimulationContext(
      DataSource database,
      AsyncSql sql,
      PoolStore pools,
      RunSpec.RunValidator runs,
      Supplier<CompletionStage<Map<String, Integer>>> nodes,
      Supplier<UUID> uids,
      Clock clock) {}

  private final SimulationContext context;
  private final SimulationSettings settings;
  private final SimulationStore store;
  private final SimulationQueue queue;

  /**
   * @param periodic repeats the signs of life of this node's simulations
   */
  public SimulationService(
      SimulationContext context, SimulationSettings settings, PeriodicCalls periodic) {
    this.context = context;
    this.settings = settings;
    this.store = new SimulationStore(context.database());
    this.queue = new SimulationQueue(store, context.clock());
    periodic.repeat(
        SIGN_OF_LIFE,
        () -> {
          queue.keepAlive();
          return true;
        });
  }

  /**
   * Takes a simulation.
   *
   * @param document the request, as JSON
   * @return its id; empty if too many wait already
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong
   */
  public CompletionStage<Optional<UUID>> submit(String document, String by) {
    Instant now = context.clock().instant();
    SimulationRequest request = new SimulationRequestReader(context.runs(), now).read(document);
    return context
        .nodes()
        .get()
        .thenCompose(
            nodes ->
                context
                    .sql()
                    .run(
                        () -> {
                          new SimulationNameCheck(request.changes(), nodes.keySet())
                              .check(context.database(), context.pools());
                          return submit(request, nodes, by, now);
                        }));
  }

  private Optional<UUID> submit(
      SimulationRequest request, Map<String, Integer> nodes, String by, Instant now)
      throws SQLException {
    UUID id = context.uids().get();
    FlywheelSettings flywheel = request.changes().flywheel().appliedTo(settings.flywheel());
    Rules rules =
        new Rules(
            flywheel,
            settings.triggers(),
            settings.lostAfter(),
            request.changes().outage().map(List::of).orElse(List.of()));
    SimulationRun run =
        new SimulationRun(context, request, rules, nodes, settings.nodeSlots(), now);
    if (!queue.hasRoom()) {
      return Optional.empty();
    }
    store.insert(id, request.document(), by, now.truncatedTo(ChronoUnit.MILLIS));
    queue.add(id, run);
    return Optional.of(id);
  }

  public CompletionStage<Optional<StoredSimulation>> find(UUID id) {
    return context.sql().run(() -> store.find(id, context.clock().instant()));
  }

  /** All that are kept, the newest first, without their results. */
  public CompletionStage<List<StoredSimulation>> list() {
    return context.sql().run(() -> store.list(context.clock().instant()));
  }

  /** Stops a simulation and forgets it. Returns false if there is none. */
  public CompletionStage<Boolean> delete(UUID id) {
    return context
        .sql()
        .run(
            () -> {
              queue.cancel(id);
              return store.delete(id);
            });
  }

  @Override
  public void close() {
    queue.close();
  }
}
