package io.millrace.engine.simulate;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowControl;
import io.millrace.engine.flow.FlowMeters;
import io.millrace.engine.flow.FlowSettings;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.NodeWorkers;
import io.millrace.engine.flow.OpenTasks;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolContext;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.flow.WorkerCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The actor of one pool on a real journal, with one node. What it is asked at one time reaches it
 * in one turn, as it does when it gathers while a step is being stored.
 */
final class RealPool implements PoolGateway, AutoCloseable {
  private static final String WORKER = "w";
  private static final int MOST_TRIES = 10_000;
  private static final int MOST_LOOKS = 200_000;
  private static final FlowSettings SETTINGS =
      new FlowSettings(
          2,
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60),
          100,
          Duration.ofHours(1));

  /** Messages that the pool handles in one turn. */
  private record Together(List<FlowCommand> messages) implements FlowCommand {}

  private static final class InOneTurn extends BehaviorInterceptor<FlowCommand, FlowCommand> {
    private InOneTurn() {
      super(FlowCommand.class);
    }

    @Override
    public Behavior<FlowCommand> aroundReceive(
        TypedActorContext<FlowCommand> context,
        FlowCommand message,
        ReceiveTarget<FlowCommand> target) {
      if (!(message instanceof Together together)) {
        return target.apply(context, message);
      }
      Behavior<FlowCommand> next = Behaviors.same();
      for (FlowCommand each : together.messages()) {
        next = target.apply(context, each);
      }
      return next;
    }
  }

  private static final class NothingOpen implements OpenTasks {
    @Override
    public CompletionStage<List<WaitingTask>> waiting(UUID after, int limit) {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Map<UUID, Instant>> deadlines(Collection<UUID> attempts) {
      return CompletableFuture.completedFuture(Map.of());
    }
  }

  private static final class NoNodes implements NodeWorkers {
    @Override
    public boolean isGone(String gone) {
      return false;
    }

    @Override
    public void poolStarted(String started) {}
  }

  private final JournalKit journal;
  private final int slots;
  private final ConcurrentLinkedQueue<FlowCommand> asked = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<WorkerCommand> told = new ConcurrentLinkedQueue<>();
  private final Set<UUID> open = new HashSet<>();
  private final Set<UUID> running = new HashSet<>();
  private final AtomicBoolean draws = new AtomicBoolean();
  private final ActorRef<WorkerCommand> worker;
  private final TestProbe<PoolState> states;
  private final ActorRef<FlowCommand> pool;

  static RealPool start(
      JournalKit journal, TestClock clock, long seed, PoolConfig config, int slots) {
    RealPool pool = new RealPool(journal, clock, seed, config, slots);
    pool.warmUp(systemThatIsGranted(config), clock.instant());
    return pool;
  }

  private RealPool(JournalKit journal, TestClock clock, long seed, PoolConfig config, int slots) {
    this.journal = journal;
    this.slots = slots;
    this.states = journal.actors.createTestProbe();
    this.worker =
        journal.actors.spawn(
            Behaviors.receiveMessage(
                message -> {
                  told.add(message);
                  return Behaviors.same();
                }));
    SplittableRandom random = new SplittableRandom(seed);
    String name = "pool-" + seed;
    PoolChange change = new PoolChange(name, 1, config, "ops", clock.instant(), "");
    this.pool =
        journal.actors.spawn(
            Behaviors.intercept(
                InOneTurn::new,
                FlowControl.create(
                    PoolContext.builder()
                        .pool(name)
                        .settings(SETTINGS)
                        .owners((lease, outcome, byWorker, replyTo) -> {})
                        .callerGranted(lease -> {})
                        .openTasks(new NothingOpen())
                        .config(() -> CompletableFuture.completedFuture(change))
                        .notifications(notification -> {})
                        .nodes(new NoNodes())
                        .outlivesNode(owner -> false)
                        .meters(new FlowMeters(new SimpleMeterRegistry(), name))
                        .draw(most -> draws.get() ? random.nextInt(most) + 1 : 1)
                        .clock(clock)
                        .build())));
  }

  /** A system with a reserve; if there is none, one that is drawn. */
  private static String systemThatIsGranted(PoolConfig config) {
    return config.sourceSystems().stream()
        .filter(system -> system.reservedChannels() > 0)
        .findFirst()
        .or(
            () ->
                config.sourceSystems().stream()
                    .filter(system -> system.probability() > 0)
                    .findFirst())
        .orElseThrow()
        .systemName();
  }

  /** The pool is ready when it grants. */
  private void warmUp(String system, Instant now) {
    WaitingTask first =
        WaitingTask.builder()
            .attemptUid(UUID.randomUUID())
            .owner("none/none")
            .attemptNo(1)
            .system(system)
            .queue("")
            .score(1)
            .createdAt(now)
            .timeout(Duration.ofMinutes(1))
            .build();
    request("", first);
    for (int tries = 0; running.isEmpty() && tries < MOST_TRIES; tries++) {
      settle();
    }
    release("", first.attemptUid(), true);
    settle();
    draws.set(true);
  }

  @Override
  public void request(String to, WaitingTask waiting) {
    asked.add(new FlowCommand.Request(waiting));
  }

  @Override
  public void release(String to, UUID attemptUid, boolean byWorker) {
    asked.add(new FlowCommand.Release(attemptUid, byWorker));
  }

  /** Tells the pool what it was asked, and returns what it starts once all of that is stored. */
  List<Lease> settle() {
    List<FlowCommand> messages = new ArrayList<>();
    messages.add(new FlowCommand.WorkerAlive(WORKER, worker, slots, Set.copyOf(running), slots));
    for (FlowCommand next = asked.poll(); next != null; next = asked.poll()) {
      if (next instanceof FlowCommand.Request request) {
        open.add(request.waiting().attemptUid()); // it may ask twice
      } else if (next instanceof FlowCommand.Release release) {
        open.remove(release.attemptUid());
        running.remove(release.attemptUid());
      }
      messages.add(next);
    }
    pool.tell(new Together(messages));
    state(); // it has told itself to admit before it is asked again
    List<Lease> started = new ArrayList<>();
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      PoolState state = state();
      for (WorkerCommand next = told.poll(); next != null; next = told.poll()) {
        if (next instanceof WorkerCommand.RunAttempt run) {
          running.add(run.lease().attemptUid());
          started.add(run.lease());
        }
      }
      if (state.running() == running.size() && state.running() + state.waiting() == open.size()) {
        return started;
      }
    }
    throw new AssertionError("The pool does not settle");
  }

  private PoolState state() {
    pool.tell(new FlowCommand.GetState(states.ref(), null));
    return states.receiveMessage();
  }

  @Override
  public void close() {
    journal.actors.stop(pool);
    journal.actors.stop(worker);
    states.stop();
  }
}
