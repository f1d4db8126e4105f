package io.millrace.engine.token;

import io.millrace.engine.job.Step;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenEvent.Arrived;
import io.millrace.engine.token.TokenEvent.Booked;
import io.millrace.engine.token.TokenEvent.Cleared;
import io.millrace.engine.token.TokenEvent.Delivered;
import io.millrace.engine.token.TokenEvent.Ended;
import io.millrace.engine.token.TokenEvent.Passed;
import io.millrace.engine.token.TokenEvent.Queued;
import io.millrace.engine.token.TokenEvent.Removed;
import io.millrace.engine.token.TokenEvent.Reset;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a token and every decision about it.
 *
 * <pre>
 *             threshold reached, run by hand              success, failure, canceled
 *   waiting ─────────────────────────────────▶ attempt ─────────────────────────────▶ ended
 *      ▲                                        ▲    │ failure                          │
 *      │                                   due  │    ▼ with a retry left                │
 *      │                                       retry                                    │
 *      └────────────── reached again, cleared, reset ───────────────────────────────────┘
 * </pre>
 *
 * Only unused arrivals count, so a count is never negative. The end of a run is an arrival at other
 * tokens. It is kept here until those tokens have stored it.
 *
 * @param arrivals by source, in the order in which they came
 * @param activation the run that has not ended; absent if there is none
 * @param last how the last run ended; absent if none has
 * @param runs the number of runs that ended
 * @param undelivered the arrivals that those runs caused and that are not stored yet, oldest first
 * @param deliverAt when delivery is retried if the node is lost; absent if all is delivered
 * @param changedAt the time of the last change; absent if there was none
 * @param version of the jobs by which it last decided; a node with older jobs reads them again
 */
public record Token(
    Map<String, StoredArrival> arrivals,
    @Nullable Activation activation,
    @Nullable TokenState last,
    int runs,
    List<DownstreamDelivery> undelivered,
    @Nullable Instant deliverAt,
    @Nullable Instant changedAt,
    long version) {
  public static final Token NEW = new Token(Map.of(), null, null, 0, List.of(), null, null, 0);

  private static final Duration DELIVER_AGAIN = Duration.ofSeconds(10);

  /** The longest pause between two checks of a retry that is due while its job is paused. */
  private static final Duration LONGEST_HOLD = Duration.ofMinutes(1);

  public Token {
    arrivals =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNullElse(arrivals, Map.of())));
    undelivered = List.copyOf(Objects.requireNonNullElse(undelivered, List.of()));
  }

  public TokenBuilder toBuilder() {
    return new TokenBuilder(this);
  }

  /** Handles an arrival. It counts once, and may start the step. */
  public List<TokenEvent> arrive(Arrival arrival, TokenDecisionContext context) {
    if (arrivals.containsKey(arrival.source()) || !context.sources().contains(arrival.source())) {
      return List.of();
    }
    return startEvents(new Arrived(context.now(), arrival, state(), count(context) + 1), context);
  }

  /**
   * Its due time has come, or its job was changed. If nothing starts, it books the next wake-up, so
   * that the same one does not repeat.
   */
  public List<TokenEvent> wake(TokenDecisionContext context) {
    if (isNew() || context.step().isEmpty()) {
      return remove(context);
    }
    if (activation == null) {
      return isReady(context)
          ? startEvents(context)
          : List.of(new Booked(null, deliverAt(List.of(), context)));
    }
    Instant at = activation.at();
    boolean due = at != null && !at.isAfter(context.now());
    if (due && activation.attempt() == null && !context.isPaused()) {
      return List.of(startEvent(activation.no() + 1, activation.urgency(), List.of(), context));
    }
    return List.of(
        new Booked(due ? postponedTo(activation, context) : at, deliverAt(List.of(), context)));
  }

  /** The next check of a due time that cannot be met: the job is paused, or an attempt is open. */
  private @Nullable Instant postponedTo(Activation run, TokenDecisionContext context) {
    if (run.attempt() != null) {
      return context.worstCaseAt(run.attempt(), run.interrupted());
    }
    Instant since = changedAt == null ? context.now() : changedAt;
    Duration held = Duration.between(since, context.now());
    return context.now().plus(held.compareTo(LONGEST_HOLD) < 0 ? DELIVER_AGAIN : LONGEST_HOLD);
  }

  /** The attempt ended. A report about any other attempt changes nothing. */
  public List<TokenEvent> endAttempt(UUID uid, Outcome outcome, TokenDecisionContext context) {
    if (activation == null || !isCurrent(uid)) {
      return List.of();
    }
    Instant retryAt = retryAt(activation, outcome, context);
    UserMessages messages =
        context.step().map(step -> step.policy().messages()).orElse(UserMessages.NONE);
    return startEvents(
        endedEvent(activation, messages.withSentence(outcome), retryAt, context), context);
  }

  /**
   * A person runs it, regardless of its arrivals. If an attempt is open, nothing happens. A booked
   * retry stays booked: only the success of this run ends the series.
   */
  public List<TokenEvent> run(Urgency urgency, TokenDecisionContext context) {
    return context.step().isEmpty() || (activation != null && activation.attempt() != null)
        ? List.of()
        : List.of(startEvent(1, urgency, List.of(), context));
  }

  /** A person cancels its run. */
  public List<TokenEvent> cancel(TokenDecisionContext context) {
    return activation == null
        ? List.of()
        : startEvents(canceledEvent(activation, "Canceled by hand", context), context);
  }

  /**
   * These sources are run again. The step runs again when their arrivals have come again; it keeps
   * the arrivals of its other sources.
   */
  public List<TokenEvent> reset(Collection<String> sources, TokenDecisionContext context) {
    if (isNew() || context.step().isEmpty()) {
      return List.of();
    }
    Set<String> current = context.sources();
    List<String> forgotten = arrivals.keySet().stream().filter(sources::contains).toList();
    int missing = Math.max(1, forgotten.size());
    List<String> counted =
        arrivals.keySet().stream()
            .filter(source -> current.contains(source) && !sources.contains(source))
            .limit(Math.max(0, context.step().get().threshold() - missing))
            .toList();
    TokenState state = activation == null ? TokenState.WAITING : TokenState.ACTIVE;
    return List.of(new Reset(context.now(), forgotten, counted, state, context.version()));
  }

  /** Forgets all arrivals. Arrivals that its earlier runs caused are still delivered. */
  public List<TokenEvent> clear(TokenDecisionContext context) {
    if (isNew()) {
      return List.of();
    }
    Cleared cleared = new Cleared(context.now(), deliverAt(List.of(), context));
    return activation == null
        ? List.of(cleared)
        : List.of(canceledEvent(activation, "Cleared by hand", context), cleared);
  }

  /** Its job or step is gone. A run is canceled, and the state is dropped. */
  public List<TokenEvent> remove(TokenDecisionContext context) {
    Removed removed = new Removed(context.now());
    return activation == null
        ? List.of(removed)
        : List.of(canceledEvent(activation, "The job or step was deleted", context), removed);
  }

  /** All targets of this delivery have stored it. */
  public List<TokenEvent> delivered(DownstreamDelivery delivery) {
    if (undelivered.isEmpty() || !undelivered.get(0).equals(delivery)) {
      return List.of();
    }
    Instant next = undelivered.size() == 1 ? null : deliverAt;
    return List.of(new Delivered(activation == null ? null : activation.at(), next));
  }

  public boolean isCurrent(UUID uid) {
    Attempt open = openAttempt();
    return open != null && open.uid().equals(uid);
  }

  /** Its current attempt; absent if none is open. */
  public @Nullable Attempt openAttempt() {
    return activation == null ? null : activation.attempt();
  }

  /** Whether it has no state, like a token without any arrival. */
  boolean isNew() {
    return arrivals.isEmpty() && activation == null && last == null && undelivered.isEmpty();
  }

  /** The outputs of its upstream steps, as JSON, by source. */
  public Map<String, String> inputs() {
    Map<String, String> inputs = new LinkedHashMap<>();
    arrivals.forEach(
        (source, input) -> {
          if (input.output() != null) {
            inputs.put(source, input.output());
          }
        });
    return inputs;
  }

  public TokenState state() {
    return activation != null ? TokenState.ACTIVE : last == null ? TokenState.WAITING : last;
  }

  /** The number of unused arrivals that its step waits for. */
  public int count(Step step) {
    return unused(TokenDecisionContext.sources(step)).size();
  }

  int count(TokenDecisionContext context) {
    return unused(context.sources()).size();
  }

  private List<String> unused(Set<String> sources) {
    return arrivals.entrySet().stream()
        .filter(arrival -> !arrival.getValue().used() && sources.contains(arrival.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean isReady(TokenDecisionContext context) {
    return activation == null
        && !context.isPaused()
        && context.step().filter(step -> count(step) >= step.threshold()).isPresent();
  }

  private List<TokenEvent> startEvents(TokenEvent first, TokenDecisionContext context) {
    List<TokenEvent> events = new ArrayList<>(List.of(first));
    events.addAll(first.applyTo(this).startEvents(context));
    return events;
  }

  /** The starts that its arrivals cause. A join may pass more than once. */
  private List<TokenEvent> startEvents(TokenDecisionContext context) {
    List<TokenEvent> events = new ArrayList<>();
    for (Token token = this; token.isReady(context); ) {
      List<String> used =
          token.unused(context.sources()).subList(0, context.step().orElseThrow().threshold());
      Urgency urgency =
          used.stream()
              .flatMap(source -> Optional.ofNullable(arrivals.get(source)).stream())
              .map(StoredArrival::urgency)
              .reduce(Urgency::moreUrgent)
              .orElseThrow();
      TokenEvent started = token.startEvent(1, urgency, used, context);
      events.add(started);
      token = started.applyTo(token);
    }
    return events;
  }

  private TokenEvent startEvent(
      int no, Urgency urgency, List<String> used, TokenDecisionContext context) {
    Step step = context.step().orElseThrow();
    int count = count(context) - used.size();
    Work work = step.work();
    if (work == null) {
      List<ArrivalTarget> targets = context.targets(false);
      Instant deliverAt = deliverAt(targets, context);
      return new Passed(context.now(), urgency, used, count, targets, deliverAt, context.version());
    }
    TaskReason reason = no == 1 ? urgency.reason() : TaskReason.RETRY;
    TaskRoute route = work.route(step.urgency(urgency.priority()).value());
    Attempt attempt =
        Attempt.of(context.uid(), no, reason, route, step.policy().timeout(), context.now())
            .withSource(context.job().orElseThrow().source());
    BookedRetry interrupted = no > 1 || activation == null ? null : activation.bookedRetry();
    Instant worstAt = context.worstCaseAt(attempt, interrupted);
    Instant deliverAt = deliverAt(List.of(), context);
    return new Queued(attempt, urgency, used, count, worstAt, deliverAt, context.version());
  }

  /** The end of an attempt. Without a time for its retry, the run ends too. */
  private Ended endedEvent(
      Activation run, Outcome outcome, @Nullable Instant retryAt, TokenDecisionContext context) {
    Attempt attempt = run.attempt();
    boolean canceled = outcome.kind() == Outcome.Kind.CANCELED;
    List<ArrivalTarget> targets =
        canceled || retryAt != null
            ? List.of()
            : context.targets(outcome.kind() != Outcome.Kind.SUCCESS);
    return Ended.of(attempt == null ? null : attempt.uid(), context.now(), outcome)
        .withRetryAt(retryAt)
        .withDelivery(targets, deliverAt(targets, context))
        .withCount(count(context), context.version());
  }

  private Ended canceledEvent(Activation run, String message, TokenDecisionContext context) {
    return endedEvent(run, Outcome.canceled(message), null, context);
  }

  /** The time of the retry; absent if the run ends with this attempt. */
  private @Nullable Instant retryAt(Activation run, Outcome outcome, TokenDecisionContext context) {
    TaskStatus status = outcome.kind().status();
    if (context.step().isEmpty()
        || status == TaskStatus.SUCCESS
        || (status == TaskStatus.FAILED && !outcome.retryable())) {
      return null;
    }
    Policy policy = context.step().get().policy();
    Attempt attempt = run.attempt();
    BookedRetry interrupted = run.interrupted();
    if (interrupted != null) {
      return TokenDecisionContext.resumedRetryAt(
          policy, interrupted, outcome.retryAfter(), context.now());
    }
    return status == TaskStatus.CANCELED || attempt == null || policy.isExhausted(attempt.no())
        ? null
        : policy
            .bookAfterFailure(
                attempt.no(), outcome.retryAfter(), attempt.jitterFraction(), context.now())
            .at();
  }

  /** When delivery is retried, with these targets added; absent if there is nothing to deliver. */
  private @Nullable Instant deliverAt(List<ArrivalTarget> more, TokenDecisionContext context) {
    return undelivered.isEmpty() && more.isEmpty() ? null : context.now().plus(DELIVER_AGAIN);
  }
}
