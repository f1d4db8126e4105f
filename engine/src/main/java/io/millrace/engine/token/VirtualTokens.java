package io.millrace.engine.token;

import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.UpstreamEvent;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * All tokens on a virtual clock. {@link Token} decides, as it does for each token's actor, and
 * every arrival is stored at once.
 */
public final class VirtualTokens {

  /** Receives what a token does. */
  public interface TokenListener {
    /** An attempt waits for its channel. */
    void queued(TokenId id, Attempt attempt, WaitingTask task);

    /** The token is to be woken then. */
    void booked(TokenId id, Instant at);
  }

  /** An arrival on its way. */
  private record Sent(TokenId to, Arrival arrival) {}

  private final Jobs jobs;
  private final BiFunction<TokenId, Instant, UUID> uids;
  private final TokenListener listener;
  private final Map<TokenId, Token> tokens = new HashMap<>();
  private final Deque<Sent> sent = new ArrayDeque<>();

  /**
   * @param uids of attempts, by token and time
   */
  public VirtualTokens(Jobs jobs, BiFunction<TokenId, Instant, UUID> uids, TokenListener listener) {
    this.jobs = jobs;
    this.uids = uids;
    this.listener = listener;
  }

  /**
   * A trigger fired: its fire arrives at every token that waits for it.
   *
   * @param cause what all these arrivals have in common: their own source is not read
   */
  public void fired(long job, String trigger, Instant time, Urgency cause, Instant now) {
    for (DownstreamStep step : jobs.downstreamSteps(UpstreamEvent.fired(job, trigger))) {
      sent.add(
          new Sent(
              new TokenId(step.job(), step.step(), time.plus(step.offset())),
              new Arrival(
                  step.source(),
                  cause.reason(),
                  cause.priority(),
                  null,
                  jobs.version(),
                  cause.order())));
    }
    deliver(now);
  }

  /** An attempt that was open before the virtual clock started. */
  public void resume(TokenId id, Attempt attempt, Urgency urgency) {
    Activation run = new Activation(urgency, attempt.no(), attempt, null, null);
    tokens.put(id, Token.NEW.toBuilder().activation(run).build());
  }

  public void endAttempt(TokenId id, UUID uid, Outcome outcome, Instant now) {
    apply(id, token(id).endAttempt(uid, outcome, look(id, now)), now);
    deliver(now);
  }

  public void wake(TokenId id, Instant now) {
    apply(id, token(id).wake(look(id, now)), now);
    deliver(now);
  }

  /** Whether the time has come to wake the token. */
  public boolean isDue(TokenId id, Instant now) {
    Activation run = token(id).activation();
    Instant at = run == null ? null : run.at();
    return at != null && !at.isAfter(now);
  }

  private Token token(TokenId id) {
    return tokens.getOrDefault(id, Token.NEW);
  }

  private TokenDecisionContext look(TokenId id, Instant now) {
    return TokenDecisionContext.of(id, jobs, uids.apply(id, now), now);
  }

  private void deliver(Instant now) {
    for (Sent next = sent.poll(); next != null; next = sent.poll()) {
      TokenId to = next.to();
      apply(to, token(to).arrive(next.arrival(), look(to, now)), now);
    }
  }

  private void apply(TokenId id, List<TokenEvent> events, Instant now) {
    if (events.isEmpty()) {
      return;
    }
    Token before = token(id);
    Token after = before;
    for (TokenEvent event : events) {
      after = event.applyTo(after);
    }
    for (DownstreamDelivery delivery : List.copyOf(after.undelivered())) {
      for (ArrivalTarget target : delivery.targets()) {
        sent.add(new Sent(target.token(), delivery.arrival(target)));
      }
      for (TokenEvent done : after.delivered(delivery)) {
        after = done.applyTo(after);
      }
    }
    tokens.put(id, after);
    tell(id, before.activation(), after.activation(), now);
  }

  private void tell(
      TokenId id, @Nullable Activation before, @Nullable Activation after, Instant now) {
    if (after == null) {
      return;
    }
    Attempt attempt = after.attempt();
    if (attempt != null && (before == null || !attempt.equals(before.attempt()))) {
      listener.queued(id, attempt, WaitingTask.of(id.task(attempt), after.urgency().order()));
    }
    Instant at = after.at();
    if (at != null && (before == null || !at.equals(before.at()))) {
      listener.booked(id, at.isBefore(now) ? now : at);
    }
  }
}
