package io.millrace.engine.simulate;

import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.VirtualPool;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.simulate.EventQueue.EventKind;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs some days on a virtual clock. It goes from event to event, and every decision is made by the
 * rules of production. All that happens at one time is decided before channels are granted.
 */
public final class Simulator {
  /** How many times are handled between two looks at the listener. */
  private static final int STEPS = 1_000;

  private final SimulatedWorld world;
  private final SimulationListener listener;
  private final long from;
  private final long until;
  private final EventQueue events = new EventQueue();
  private final SimulationTally tally;
  private final FreshnessTally freshness;
  private final SimulatedPools pools;
  private final SimulatedRefreshes refreshes;
  private final SimulatedMinutes minutes;
  private final SimulatedJobs jobs;
  private long now;
  private long handled;

  private Simulator(SimulatedWorld world, SimulationListener listener) {
    this.world = world;
    this.listener = listener;
    this.from = world.time().from().toEpochMilli();
    this.until = world.time().until().toEpochMilli();
    this.now = from;
    Map<String, VirtualPool> all = createPools(world);
    this.tally = new SimulationTally(world, all);
    VirtualUserSites table = world.refreshes().table();
    this.freshness =
        new FreshnessTally(
            world.refreshes().directory(), table, world.rules().flywheel(), world.time());
    VirtualUids uids = new VirtualUids(world.time().seed());
    this.pools =
        new SimulatedPools(all, world.rules().outages(), events, tally, listener, this::ended);
    this.refreshes =
        new SimulatedRefreshes(
            table,
            world.rules().flywheel(),
            uids,
            events,
            tally,
            freshness,
            (open, task) -> pools.request(open, task, now));
    this.minutes = new SimulatedMinutes(world, refreshes, events, tally);
    this.jobs =
        new SimulatedJobs(world, uids, events, (open, task) -> pools.request(open, task, now));
  }

  /**
   * Runs a simulation to its end.
   *
   * @return empty if the listener stopped it
   */
  public static Optional<SimulationResult> run(SimulatedWorld world, SimulationListener listener) {
    return new Simulator(world, listener).run();
  }

  private static Map<String, VirtualPool> createPools(SimulatedWorld world) {
    Stream<Work> ofRefreshes =
        world.refreshes().table().definitions().stream().map(it -> it.collection().work());
    Stream<Work> ofSteps =
        world.jobs().jobs().stream()
            .flatMap(job -> job.steps().stream())
            .flatMap(step -> Optional.ofNullable(step.work()).stream());
    Set<String> queues = new HashSet<>();
    Stream.concat(ofRefreshes, ofSteps).map(Work::queue).forEach(queues::add);
    world.openTasks().forEach(open -> queues.add(open.attempt().queue()));
    Map<String, VirtualPool> pools = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(world.time().seed());
    world
        .pools()
        .forEach(
            (name, config) ->
                pools.put(
                    name,
                    new VirtualPool(
                        config, world.nodes(), queues, most -> random.nextInt(most) + 1)));
    return pools;
  }

  private Optional<SimulationResult> run() {
    prepare();
    for (long step = 0; !events.isEmpty() && events.time() < until; step++) {
      if (step % STEPS == 0 && !listener.progress((double) (now - from) / (until - from))) {
        return Optional.empty();
      }
      now = Math.max(now, events.time());
      Instant time = Instant.ofEpochMilli(now);
      tally.advance(now - 1);
      while (!events.isEmpty() && events.time() <= now) {
        EventKind kind = events.kind();
        int subject = events.subject();
        events.removeFirst();
        handled++;
        handle(kind, subject, time);
      }
      pools.admit(time);
      tally.advance(now);
    }
    tally.advance(until - 1);
    return Optional.of(tally.result(world.rules().outages(), freshness.totals(until), handled));
  }

  private void prepare() {
    List<Outage> outages = world.rules().outages();
    for (int i = 0; i < outages.size(); i++) {
      Outage outage = outages.get(i);
      if (outage.kind() == Outage.OutageKind.NODE && outage.isWithin(world.time())) {
        add(outage.from(), EventKind.OUTAGE_BEGINS, i);
        add(outage.to(), EventKind.OUTAGE_ENDS, i);
      }
    }
    world.openTasks().forEach(this::resume);
    refreshes.bookFirst(world.time().from());
    minutes.bookFirst();
    jobs.bookTriggers(world.time().from());
  }

  private void add(Instant at, EventKind kind, int subject) {
    events.add(Math.max(at.toEpochMilli(), from), kind, subject);
  }

  private void resume(OpenTask task) {
    Attempt attempt = task.attempt();
    OpenAttempt open = resumed(task);
    Instant startedAt = task.startedAt();
    if (startedAt == null) {
      pools.resumeWaiting(open, task.waitingTask());
      return;
    }
    Lease lease =
        new Lease(
            attempt.uid(),
            task.waitingTask().owner(),
            attempt.no(),
            attempt.system(),
            task.worker(),
            startedAt,
            startedAt.plus(attempt.timeout()));
    pools.resumeRunning(open, lease, world.time().from());
  }

  private OpenAttempt resumed(OpenTask task) {
    TokenId token = task.token();
    if (token != null) {
      return jobs.resume(token, task.attempt());
    }
    return task.row() >= 0
        ? refreshes.resume(task.row(), task.attempt())
        : new OpenAttempt(task.attempt(), -1, null, "", world.jobs().profiles().all());
  }

  private void handle(EventKind kind, int subject, Instant time) {
    long up = downUntil(now);
    if (up > now && kind != EventKind.OUTAGE_BEGINS && kind != EventKind.OUTAGE_ENDS) {
      events.add(up, kind, subject); // nothing happens before the nodes are back
      return;
    }
    switch (kind) {
      case MINUTE -> minutes.run(subject, time);
      case TRIGGERS -> jobs.fire(time);
      case OUTAGE_BEGINS -> beginOutage(subject, time);
      case OUTAGE_ENDS -> nodesOf(subject).forEach(pools::addNode);
      case ATTEMPTS_LOST -> pools.endLost(subject, time);
      case ATTEMPT_ENDS -> pools.end(subject, time);
      case USER_SITE_DUE -> refreshes.wake(subject, time);
      case TOKEN_DUE -> jobs.wake(subject, time);
    }
  }

  /** When the nodes are back, if all of them are down; else the same time. */
  private long downUntil(long at) {
    long up = at;
    for (Outage outage : world.rules().outages()) {
      if (outage.isOfAllNodes() && outage.contains(Instant.ofEpochMilli(at))) {
        up = Math.max(up, outage.to().toEpochMilli());
      }
    }
    return up;
  }

  private void beginOutage(int number, Instant time) {
    nodesOf(number).keySet().forEach(node -> pools.loseNode(number, node));
    add(time.plus(world.rules().lostAfter()), EventKind.ATTEMPTS_LOST, number);
  }

  private Map<String, Integer> nodesOf(int outage) {
    String name = world.rules().outages().get(outage).name();
    if (name.equals(Outage.ALL_NODES)) {
      return world.nodes();
    }
    Integer slots = world.nodes().get(name);
    return slots == null ? Map.of() : Map.of(name, slots);
  }

  private void ended(OpenAttempt open, Outcome outcome, Instant time) {
    TokenId token = open.token();
    if (token != null) {
      jobs.endAttempt(token, open.attempt().uid(), outcome, time);
    } else if (open.row() >= 0) {
      refreshes.endAttempt(open.row(), open.attempt().uid(), outcome, time);
    }
  }
}
