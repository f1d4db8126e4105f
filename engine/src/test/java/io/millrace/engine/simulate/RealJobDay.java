package io.millrace.engine.simulate;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway.AttemptEnded;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.message.Ack;
import io.millrace.engine.simulate.RunProfile.Run;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.Token;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.trigger.RealTriggers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A small day of real actors on a real journal: the triggers, the tokens and their pool. Their
 * clock jumps from event to event. Nothing happens while all nodes are down.
 */
final class RealJobDay implements AutoCloseable {
  private static final int SLOTS = 1_000;

  private final TestClock clock;
  private final SmallJobs world;
  private final JobRegistry jobs = new JobRegistry();
  private final RealPool pool;
  private final RealTokens tokens;
  private final RealTriggers triggers;
  private final Map<TokenId, Instant> booked = new HashMap<>();
  private final TreeMap<Instant, List<Lease>> ends = new TreeMap<>();
  private final List<String> starts = new ArrayList<>();

  static RealJobDay start(JournalKit journal, SmallJobs world) throws SQLException {
    return new RealJobDay(journal, world);
  }

  private RealJobDay(JournalKit journal, SmallJobs world) throws SQLException {
    this.clock = new TestClock(world.time().from());
    this.world = world;
    jobs.apply(
        world.jobs().stream().map(SmallJobs::change).toList(),
        world.jobs().stream().mapToLong(Job::version).max().orElseThrow());
    this.pool = RealPool.start(journal, clock, world.time().seed(), world.config(), SLOTS);
    this.tokens = RealTokens.start(journal, clock, world.time().seed(), jobs, pool);
    this.triggers = RealTriggers.start(journal, SimulationKit.triggers(), jobs, tokens, clock);
  }

  /** Returns the starts: token, number of the attempt, time and uid. */
  List<String> run() throws Exception {
    while (true) {
      Instant next = nextEvent();
      Instant now = next == null ? world.time().until() : world.upAt(next);
      if (!now.isBefore(world.time().until())) {
        return starts;
      }
      if (now.isAfter(clock.instant())) {
        clock.pass(Duration.between(clock.instant(), now));
      }
      for (; next != null && !next.isAfter(clock.instant()); next = nextEvent()) {
        handle(next, clock.instant());
      }
      pool.settle().forEach(this::note);
    }
  }

  private Instant nextEvent() {
    Instant next = triggers.nextDue().orElse(null);
    if (!ends.isEmpty() && (next == null || ends.firstKey().isBefore(next))) {
      next = ends.firstKey();
    }
    for (Instant at : booked.values()) {
      next = next == null || at.isBefore(next) ? at : next;
    }
    return next;
  }

  private void handle(Instant event, Instant now) throws Exception {
    List<Lease> ended = ends.remove(event);
    Optional<TokenId> due =
        booked.entrySet().stream()
            .filter(each -> each.getValue().equals(event))
            .map(Map.Entry::getKey)
            .findFirst();
    if (ended != null) {
      for (Lease lease : ended) {
        end(lease);
      }
    } else if (due.isPresent()) {
      tokens.ask(due.get(), Ack.class, replyTo -> new TokenCommand.Wake(replyTo, null));
      look();
    } else {
      triggers.fire(now);
      look();
    }
  }

  private void end(Lease lease) throws InterruptedException {
    Outcome outcome = planned(lease).outcome();
    tokens.ask(
        TokenId.parse(lease.owner()),
        AttemptEnded.class,
        replyTo -> new TokenCommand.EndAttempt(lease.attemptUid(), outcome, replyTo, true));
    look();
  }

  /** The bookings of tokens may have changed. */
  private void look() throws InterruptedException {
    for (Map.Entry<TokenId, Token> changed : tokens.settle().entrySet()) {
      Token token = changed.getValue();
      Instant at = token.activation() == null ? null : token.activation().at();
      if (at == null) {
        booked.remove(changed.getKey());
      } else {
        booked.put(changed.getKey(), at);
      }
    }
  }

  private Run planned(Lease lease) {
    TokenId token = TokenId.parse(lease.owner());
    String source = jobs.find(token.job()).orElseThrow().source();
    Run run = world.profiles().of(source, token.step()).run(lease.attemptUid());
    Duration timeout = Duration.between(lease.grantedAt(), lease.deadline());
    return run.takes().compareTo(timeout) < 0 ? run : new Run(timeout, Outcome.timeout("late"));
  }

  private void note(Lease lease) {
    starts.add(
        SmallJobs.start(lease.owner(), lease.attemptNo(), lease.grantedAt(), lease.attemptUid()));
    Instant end = lease.grantedAt().plus(planned(lease).takes());
    ends.computeIfAbsent(end, at -> new ArrayList<>()).add(lease);
  }

  @Override
  public void close() throws SQLException {
    triggers.close();
    tokens.close();
    pool.close();
  }
}
