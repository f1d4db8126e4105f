package io.millrace.engine.simulate;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway.AttemptEnded;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.message.Ack;
import io.millrace.engine.refresh.UserSiteCommand;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.refresh.UserSiteContext;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSiteMeters;
import io.millrace.engine.simulate.RunProfile.Run;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A small day of real actors on a real journal: the user-sites and their pool. Their clock jumps
 * from event to event.
 */
final class RealDay implements AutoCloseable {

  /** A user-site or collection of the world. */
  record RealOwner(String owner, RefreshDefinition definition) {}

  private final JournalKit journal;
  private final TestClock clock;
  private final VirtualUids uids;
  private final RealPool pool;
  private final Map<String, RealOwner> owners = new LinkedHashMap<>();
  private final Map<String, ActorRef<UserSiteCommand>> actors = new HashMap<>();

  /** In the order of the due index. */
  private final Map<String, Instant> booked = new TreeMap<>();

  private final TreeMap<Instant, List<Lease>> ends = new TreeMap<>();
  private final List<String> starts = new ArrayList<>();
  private final TestProbe<Object> answers;

  static RealDay start(
      JournalKit journal,
      Instant from,
      long seed,
      PoolConfig config,
      int slots,
      List<RealOwner> world) {
    TestClock clock = new TestClock(from);
    RealPool pool = RealPool.start(journal, clock, seed, config, slots);
    RealDay day = new RealDay(journal, clock, seed, pool);
    world.forEach(day::spawn);
    return day;
  }

  private RealDay(JournalKit journal, TestClock clock, long seed, RealPool pool) {
    this.journal = journal;
    this.clock = clock;
    this.uids = new VirtualUids(seed);
    this.pool = pool;
    this.answers = journal.actors.createTestProbe();
  }

  private void spawn(RealOwner owner) {
    SiteRegistry sites = new SiteRegistry();
    if (owner.definition().site() != null) {
      sites.replace(Map.of(owner.definition().source(), owner.definition().site()));
    }
    SourceCollection collection = owner.definition().collection();
    owners.put(owner.owner(), owner);
    actors.put(
        owner.owner(),
        journal.actors.spawn(
            UserSiteEntity.create(
                owner.owner(),
                new UserSiteContext(
                    pool,
                    wanted -> Optional.of(collection),
                    sites,
                    SimulationKit.flywheel(true).throttling(),
                    clock,
                    () -> uids.uid(owner.owner(), clock.instant()),
                    new UserSiteMeters(new SimpleMeterRegistry())))));
  }

  /**
   * Runs the day.
   *
   * @param plan the owners of each minute of the plan, in order
   * @return the starts: owner, number of the attempt and time
   */
  List<String> run(TreeMap<Instant, List<String>> plan, Instant until) {
    owners.keySet().forEach(owner -> tell(owner, UserSiteCommand.CheckDefinition::new));
    TreeMap<Instant, List<String>> minutes = new TreeMap<>(plan);
    while (true) {
      Instant next = nextEvent(minutes);
      if (next == null || !next.isBefore(until)) {
        return starts;
      }
      clock.pass(Duration.between(clock.instant(), next));
      while (next.equals(nextEvent(minutes))) {
        handle(minutes, next);
      }
      pool.settle().forEach(this::note);
    }
  }

  private Instant nextEvent(TreeMap<Instant, List<String>> minutes) {
    Instant next = minutes.isEmpty() ? null : minutes.firstKey();
    if (!ends.isEmpty() && (next == null || ends.firstKey().isBefore(next))) {
      next = ends.firstKey();
    }
    for (Instant at : booked.values()) {
      Instant due = at.isBefore(clock.instant()) ? clock.instant() : at;
      next = next == null || due.isBefore(next) ? due : next;
    }
    return next;
  }

  private void handle(TreeMap<Instant, List<String>> minutes, Instant now) {
    List<Lease> ended = ends.remove(now);
    if (ended != null) {
      ended.forEach(this::end);
    }
    for (String owner : List.copyOf(booked.keySet())) {
      Instant at = booked.get(owner);
      if (at != null && !at.isAfter(now)) {
        tell(owner, replyTo -> new UserSiteCommand.Wake(facts(owner), replyTo, null));
      }
    }
    List<String> planned = minutes.remove(now);
    if (planned != null) {
      for (String owner : planned) {
        ask(
            owner,
            RefreshReply.class,
            replyTo -> new UserSiteCommand.Refresh(TaskReason.PLAN, now, facts(owner), replyTo));
        look(owner);
      }
    }
  }

  private UserSiteFacts facts(String owner) {
    RealOwner known = owners.get(owner);
    return known == null || known.definition().site() == null ? null : SimulationKit.CONNECTED;
  }

  private void end(Lease lease) {
    Outcome outcome = planned(lease).outcome();
    ask(
        lease.owner(),
        AttemptEnded.class,
        replyTo -> new UserSiteCommand.EndAttempt(lease.attemptUid(), outcome, replyTo, true));
    look(lease.owner());
  }

  private Run planned(Lease lease) {
    RealOwner owner = owners.get(lease.owner());
    Run run = owner.definition().profile().run(lease.attemptUid());
    Duration timeout = Duration.between(lease.grantedAt(), lease.deadline());
    return run.takes().compareTo(timeout) < 0 ? run : new Run(timeout, Outcome.timeout("late"));
  }

  private void tell(String owner, Function<ActorRef<Ack>, UserSiteCommand> command) {
    ask(owner, Ack.class, command);
    look(owner);
  }

  /** The booking of an owner may have changed. */
  private void look(String owner) {
    Instant at = ask(owner, UserSiteStateReply.class, UserSiteCommand.GetState::new).next().at();
    if (at == null) {
      booked.remove(owner);
    } else {
      booked.put(owner, at);
    }
  }

  private <T> T ask(String owner, Class<T> reply, Function<ActorRef<T>, UserSiteCommand> command) {
    ActorRef<UserSiteCommand> actor = actors.get(owner);
    actor.tell(command.apply(answers.ref().narrow()));
    return reply.cast(answers.receiveMessage());
  }

  private void note(Lease lease) {
    starts.add(
        lease.owner()
            + " "
            + lease.attemptNo()
            + " "
            + lease.grantedAt()
            + " "
            + lease.attemptUid());
    Instant end = lease.grantedAt().plus(planned(lease).takes());
    ends.computeIfAbsent(end, at -> new ArrayList<>()).add(lease);
  }

  @Override
  public void close() {
    actors.values().forEach(journal.actors::stop);
    pool.close();
    answers.stop();
  }
}
