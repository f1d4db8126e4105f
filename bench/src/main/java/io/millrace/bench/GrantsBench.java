package io.millrace.bench;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.FlowMeters;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.NodeWorkers;
import io.millrace.engine.flow.OpenTasks;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolContext;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.retention.PartitionCreator;
import io.millrace.engine.store.Migrations;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.TaskStore;
import io.millrace.http.settings.Settings;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One pool's actor on its journal: every task waits in the history, each grant is stored and marks
 * its task RUNNING, and every channel is released at once.
 */
final class GrantsBench {
  private static final String QUEUE =
      """
with queued as (
  insert into task (attempt_uid, source, collection, attempt_no, status, reason, priority,
    system, pool, queue, timeout_ms, created_at)
  select (left(first_uid(now())::text, 14) || '7' || substr(md5('%1$s' || i), 1, 3) || '-8'
    || substr(md5('%1$s' || i), 4, 3) || '-' || substr(md5('%1$s' || i), 7, 12))::uuid, 'bench', 'c' || i, 1, 'SCHEDULED', 'manual', 200, 'DEFAULT',
    '%1$s', '/caller', 600000, now() from generate_series(1, %2$d) i
  returning attempt_uid, pool)
insert into open_task (attempt_uid, pool) select attempt_uid, pool from queued
""";

  private final BenchSchema schema;

  GrantsBench(BenchSchema schema) {
    this.schema = schema;
  }

  void run(int tasks, int rounds, int channels) throws Exception {
    Migrations.migrate(schema.url());
    ActorSystem<?> system = system();
    new PartitionCreator(Storage.get(system).dataSource())
        .createMissing(Clock.systemUTC().instant());
    System.out.printf(
        "%,d tasks wait in the history for %d channels; each is released when granted%n",
        tasks, channels);
    for (int round = 1; round <= rounds; round++) {
      String pool = "bench-" + round;
      schema.execute(QUEUE.formatted(pool, tasks));
      schema.execute("vacuum analyze task");
      SimpleMeterRegistry meters = new SimpleMeterRegistry();
      DrainCost.Counters before = DrainCost.Counters.now(schema.url());
      long start = System.nanoTime();
      grantAll(system, pool, tasks, channels, meters);
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      double steps = meters.get("millrace.flow.steps").counter().count();
      TimeUnit.SECONDS.sleep(1); // the server reports its counters with a delay
      DrainCost measured =
          new DrainCost(tasks, took, DrainCost.Counters.now(schema.url()).since(before));
      System.out.printf("  round %d: %s, %.1f grants per step%n", round, measured, tasks / steps);
    }
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
    Storage.get(system).close();
  }

  private ActorSystem<?> system() {
    return ActorSystem.create(
        Behaviors.empty(),
        "millrace",
        Settings.load(
            ConfigFactory.parseMap(
                Map.of(
                    "millrace.db.url", schema.url().url(),
                    "millrace.db.user", schema.url().user(),
                    "millrace.db.password", schema.url().password(),
                    "akka.actor.provider", "local"))));
  }

  private void grantAll(
      ActorSystem<?> system, String pool, int tasks, int channels, SimpleMeterRegistry meters)
      throws InterruptedException {
    CountDownLatch left = new CountDownLatch(tasks);
    CompletableFuture<ActorRef<FlowCommand>> flow = new CompletableFuture<>();
    OwnerGateway nobody =
        (lease, outcome, byWorker, replyTo) -> {
          throw new IllegalStateException("nothing here takes that long");
        };
    Consumer<Lease> releasing =
        lease -> {
          flow.join().tell(new FlowCommand.Release(lease.attemptUid(), false));
          left.countDown();
        };
    SplittableRandom random = new SplittableRandom(1);
    PoolContext context =
        PoolContext.builder()
            .pool(pool)
            .settings(FlowSettings.of(system.settings().config().getConfig("millrace")))
            .owners(nobody)
            .callerGranted(releasing)
            .openTasks(new GrantHistory(pool, new TaskStore(Storage.get(system).dataSource())))
            .config(
                () ->
                    CompletableFuture.completedFuture(
                        new PoolChange(
                            pool, 1, PoolConfig.ofChannels(channels), "bench", Instant.EPOCH, "")))
            .notifications(notification -> {})
            .nodes(NodeWorkers.none())
            .outlivesNode(owner -> false)
            .meters(new FlowMeters(meters, pool))
            .draw(most -> random.nextInt(most) + 1)
            .clock(Clock.systemUTC())
            .build();
    flow.complete(system.systemActorOf(FlowControl.create(context), pool, Props.empty()));
    left.await();
    flow.join().tell(FlowCommand.Stop.INSTANCE);
  }

  /** What waits, as a node reads it. */
  private record GrantHistory(String pool, TaskStore store) implements OpenTasks {
    @Override
    public CompletionStage<List<WaitingTask>> waiting(@Nullable UUID after, int limit) {
      try {
        return CompletableFuture.completedFuture(
            store.queued(pool, after, limit).stream().map(WaitingTask::of).toList());
      } catch (SQLException fault) {
        return CompletableFuture.failedFuture(fault);
      }
    }

    @Override
    public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
      try {
        return CompletableFuture.completedFuture(store.deadlines(attempts));
      } catch (SQLException fault) {
        return CompletableFuture.failedFuture(fault);
      }
    }
  }
}
