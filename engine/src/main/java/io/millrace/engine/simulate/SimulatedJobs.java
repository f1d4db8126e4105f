package io.millrace.engine.simulate;

import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.simulate.EventQueue.EventKind;
import io.millrace.engine.simulate.SimulatedRefreshes.AttemptQueue;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.token.Urgency;
import io.millrace.engine.token.VirtualTokens;
import io.millrace.engine.trigger.VirtualTriggers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The triggers and tokens of a simulation. */
final class SimulatedJobs {
  private final RunProfiles profiles;
  private final EventQueue events;
  private final AttemptQueue queue;
  private final VirtualTriggers triggers;
  private final VirtualTokens tokens;
  private final List<TokenId> booked = new ArrayList<>();
  private final Map<TokenId, Integer> numbers = new HashMap<>();

  SimulatedJobs(SimulatedWorld world, VirtualUids uids, EventQueue events, AttemptQueue queue) {
    this.profiles = world.jobs().profiles();
    this.events = events;
    this.queue = queue;
    List<Job> jobs = world.jobs().jobs();
    JobRegistry registry = new JobRegistry();
    registry.apply(
        jobs.stream().map(job -> new JobChange(job.number(), job.version(), job)).toList(),
        jobs.stream().mapToLong(Job::version).max().orElse(0));
    this.triggers =
        VirtualTriggers.upToDate(
            world.rules().triggers(), jobs, world.time().from(), world.time().seed());
    this.tokens =
        new VirtualTokens(
            registry, (token, at) -> uids.uid(token.owner(), at), new QueueOfTokens());
  }

  /** Puts what tokens do into the queue of events and into the pools. */
  private final class QueueOfTokens implements VirtualTokens.TokenListener {
    @Override
    public void queued(TokenId id, Attempt attempt, WaitingTask task) {
      queue.queued(open(id, attempt), task);
    }

    @Override
    public void booked(TokenId id, Instant at) {
      Integer number = numbers.get(id);
      if (number == null) {
        number = booked.size();
        numbers.put(id, number);
        booked.add(id);
      }
      events.add(at.toEpochMilli(), EventKind.TOKEN_DUE, number);
    }
  }

  private OpenAttempt open(TokenId id, Attempt attempt) {
    String source = attempt.source() == null ? "" : attempt.source();
    return new OpenAttempt(attempt, -1, id, source, profiles.of(source, id.step()));
  }

  /** An attempt that was open when the virtual clock started. */
  OpenAttempt resume(TokenId id, Attempt attempt) {
    tokens.resume(id, attempt, Urgency.BY_HAND);
    return open(id, attempt);
  }

  /** Books the next fire. */
  void bookTriggers(Instant now) {
    triggers
        .nextDue()
        .map(due -> Math.max(due.toEpochMilli(), now.toEpochMilli()))
        .ifPresent(at -> events.add(at, EventKind.TRIGGERS, 0));
  }

  /** Fires what is due. */
  void fire(Instant now) {
    triggers.fire(
        now,
        fire ->
            tokens.fired(
                fire.job(),
                fire.trigger(),
                fire.time(),
                new Urgency(fire.priority(), fire.reason(), fire.order()),
                now));
    bookTriggers(now);
  }

  /**
   * The due time of a token may have come.
   *
   * @param number of the token
   */
  void wake(int number, Instant now) {
    TokenId token = booked.get(number);
    if (tokens.isDue(token, now)) {
      tokens.wake(token, now);
    }
  }

  void endAttempt(TokenId token, UUID uid, Outcome outcome, Instant now) {
    tokens.endAttempt(token, uid, outcome, now);
  }
}
