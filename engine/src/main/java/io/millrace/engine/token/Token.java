package io.millrace.engine.token;

import io.millrace.engine.job.Step;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
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
import java.util.Set;
import java.util.UUID;

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
 * What counts are arrivals that were not used yet, so a count is never negative. The end of a run
 * is an arrival elsewhere: it stays here until it is known to be stored there.
 *
 * @param arrivals by their source, in the order in which they came
 * @param activation the run that has not come to its end; null if there is none
 * @param last how the last run ended; null if none has
 * @param runs how many came to their end
 * @param undelivered what follows from them, oldest first
 * @param deliverAt when that is looked after again, should its node be lost; null if there is none
 * @param changedAt when something happened to it last; null if nothing has
 * @param version of the jobs that it has decided by: whoever knows older ones has to look again
 */
public record Token(
    Map<String, StoredArrival> arrivals,
    Activation activation,
    TokenState last,
    int runs,
    List<DownstreamDelivery> undelivered,
    Instant deliverAt,
    Instant changedAt,
    long version) {
  public static final Token NEW = new Token(Map.of(), null, null, 0, List.of(), null, null, 0);

  private static final Duration DELIVER_AGAIN = Duration.ofSeconds(10);

  /** A retry that is due while its job is paused is looked at again so much later, at most. */
  private static final Duration LONGEST_HOLD = Duration.ofMinutes(1);

  public Token {
    arrivals =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNullElse(arrivals, Map.of())));
    undelivered = List.copyOf(Objects.requireNonNullElse(undelivered, List.of()));
  }

  /** Something arrived: it counts once, and may make the step run. */
  public List<TokenEvent> arrive(Arrival arrival, TokenDecisionContext look) {
    if (arrivals.containsKey(arrival.source()) || !look.sources().contains(arrival.source())) {
      return List.of();
    }
    return startEvents(new Arrived(look.now(), arrival, state(), count(look) + 1), look);
  }

  /**
   * Its due time has come, or its job was changed. What it does not start by that it books anew, so
   * that what woke it does not do so again.
   */
  public List<TokenEvent> wake(TokenDecisionContext look) {
    if (isNew() || look.step().isEmpty()) {
      return remove(look);
    }
    if (activation == null) {
      return isReady(look)
          ? startEvents(look)
          : List.of(new Booked(null, deliverAt(List.of(), look)));
    }
    boolean due = activation.at() != null && !activation.at().isAfter(look.now());
    if (due && activation.attempt() == null && !look.isPaused()) {
      return List.of(startEvent(activation.no() + 1, activation.urgency(), List.of(), look));
    }
    return List.of(
        new Booked(due ? postponedTo(look) : activation.at(), deliverAt(List.of(), look)));
  }

  /** What is due and cannot be done: a retry of a paused job, or an attempt that goes on. */
  private Instant postponedTo(TokenDecisionContext look) {
    if (activation.attempt() != null) {
      return look.worstCaseAt(activation.attempt(), activation.interrupted());
    }
    Duration held = Duration.between(changedAt, look.now());
    return look.now().plus(held.compareTo(LONGEST_HOLD) < 0 ? DELIVER_AGAIN : LONGEST_HOLD);
  }

  /** The attempt ended. A report of any other attempt changes nothing. */
  public List<TokenEvent> endAttempt(UUID uid, Outcome outcome, TokenDecisionContext look) {
    if (!isCurrent(uid)) {
      return List.of();
    }
    UserMessages messages =
        look.step().map(step -> step.policy().messages()).orElse(UserMessages.NONE);
    return startEvents(
        endedEvent(messages.withSentence(outcome), retryAt(outcome, look), look), look);
  }

  /**
   * A person wants it to run, whatever has arrived; nothing if it does so already. A retry that is
   * booked stands: the run comes before it, and only its success ends the series.
   */
  public List<TokenEvent> run(Urgency urgency, TokenDecisionContext look) {
    return look.step().isEmpty() || (activation != null && activation.attempt() != null)
        ? List.of()
        : List.of(startEvent(1, urgency, List.of(), look));
  }

  /** A person wants its run to end. */
  public List<TokenEvent> cancel(TokenDecisionContext look) {
    return activation == null
        ? List.of()
        : startEvents(canceledEvent("Canceled by hand", look), look);
  }

  /**
   * What comes from these is run again: it runs again, once they have come again, with what it has
   * of the others.
   */
  public List<TokenEvent> reset(Collection<String> sources, TokenDecisionContext look) {
    if (isNew() || look.step().isEmpty()) {
      return List.of();
    }
    Set<String> current = look.sources();
    List<String> forgotten = arrivals.keySet().stream().filter(sources::contains).toList();
    int missing = Math.max(1, forgotten.size());
    List<String> counted =
        arrivals.keySet().stream()
            .filter(source -> current.contains(source) && !sources.contains(source))
            .limit(Math.max(0, look.step().get().threshold() - missing))
            .toList();
    TokenState state = activation == null ? TokenState.WAITING : TokenState.ACTIVE;
    return List.of(new Reset(look.now(), forgotten, counted, state, look.version()));
  }

  /** As if nothing had ever arrived; what follows from its runs still arrives elsewhere. */
  public List<TokenEvent> clear(TokenDecisionContext look) {
    if (isNew()) {
      return List.of();
    }
    Cleared cleared = new Cleared(look.now(), deliverAt(List.of(), look));
    return activation == null
        ? List.of(cleared)
        : List.of(canceledEvent("Cleared by hand", look), cleared);
  }

  /** Its job or step is gone: what runs is to end, and nothing is left of it. */
  public List<TokenEvent> remove(TokenDecisionContext look) {
    Removed removed = new Removed(look.now());
    return activation == null
        ? List.of(removed)
        : List.of(canceledEvent("It was deleted", look), removed);
  }

  /** This has arrived everywhere. */
  public List<TokenEvent> delivered(DownstreamDelivery delivery) {
    if (undelivered.isEmpty() || !undelivered.get(0).equals(delivery)) {
      return List.of();
    }
    Instant next = undelivered.size() == 1 ? null : deliverAt;
    return List.of(new Delivered(activation == null ? null : activation.at(), next));
  }

  public boolean isCurrent(UUID uid) {
    return activation != null
        && activation.attempt() != null
        && activation.attempt().uid().equals(uid);
  }

  /** Whether there is nothing to know of it, as of one that nothing ever arrived at. */
  boolean isNew() {
    return arrivals.isEmpty() && activation == null && last == null && undelivered.isEmpty();
  }

  /** What the steps that it waited for had to say, by their source, as JSON. */
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

  /** How much has arrived that its step waits for, and has not made it run. */
  public int count(Step step) {
    return unused(TokenDecisionContext.sources(step)).size();
  }

  int count(TokenDecisionContext look) {
    return unused(look.sources()).size();
  }

  private List<String> unused(Set<String> sources) {
    return arrivals.entrySet().stream()
        .filter(arrival -> !arrival.getValue().used() && sources.contains(arrival.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean isReady(TokenDecisionContext look) {
    return activation == null
        && !look.isPaused()
        && look.step().filter(step -> count(step) >= step.threshold()).isPresent();
  }

  private List<TokenEvent> startEvents(TokenEvent first, TokenDecisionContext look) {
    List<TokenEvent> events = new ArrayList<>(List.of(first));
    events.addAll(first.applyTo(this).startEvents(look));
    return events;
  }

  /** What it starts by what has arrived; a join may pass more than once. */
  private List<TokenEvent> startEvents(TokenDecisionContext look) {
    List<TokenEvent> events = new ArrayList<>();
    for (Token token = this; token.isReady(look); ) {
      List<String> used =
          token.unused(look.sources()).subList(0, look.step().orElseThrow().threshold());
      Urgency urgency =
          used.stream()
              .map(source -> arrivals.get(source).urgency())
              .reduce(Urgency::moreUrgent)
              .orElseThrow();
      TokenEvent begun = token.startEvent(1, urgency, used, look);
      events.add(begun);
      token = begun.applyTo(token);
    }
    return events;
  }

  private TokenEvent startEvent(
      int no, Urgency urgency, List<String> used, TokenDecisionContext look) {
    Step step = look.step().orElseThrow();
    int count = count(look) - used.size();
    if (step.isJoin()) {
      List<ArrivalTarget> targets = look.targets(false);
      Instant deliverAt = deliverAt(targets, look);
      return new Passed(look.now(), urgency, used, count, targets, deliverAt, look.version());
    }
    TokenAttempt attempt =
        new TokenAttempt(
            look.uid(),
            no,
            no == 1 ? urgency.reason() : TaskReason.RETRY,
            step.urgency(urgency.priority()).value(),
            look.job().orElseThrow().source(),
            step.work().system(),
            step.work().pool(),
            step.work().queue(),
            step.policy().timeout(),
            look.now());
    BookedRetry interrupted = no > 1 || activation == null ? null : activation.bookedRetry();
    Instant worstAt = look.worstCaseAt(attempt, interrupted);
    Instant deliverAt = deliverAt(List.of(), look);
    return new Queued(attempt, urgency, used, count, worstAt, deliverAt, look.version());
  }

  /**
   * @param retryAt null if this is its end
   */
  private Ended endedEvent(Outcome outcome, Instant retryAt, TokenDecisionContext look) {
    boolean canceled = outcome.kind() == Outcome.Kind.CANCELED;
    List<ArrivalTarget> targets =
        canceled || retryAt != null
            ? List.of()
            : look.targets(outcome.kind() != Outcome.Kind.SUCCESS);
    return new Ended(
        activation.attempt() == null ? null : activation.attempt().uid(),
        look.now(),
        outcome,
        retryAt,
        targets,
        deliverAt(targets, look),
        count(look),
        look.version());
  }

  private Ended canceledEvent(String message, TokenDecisionContext look) {
    return endedEvent(Outcome.canceled(message), null, look);
  }

  /** Null if this was its end. */
  private Instant retryAt(Outcome outcome, TokenDecisionContext look) {
    TaskStatus status = outcome.kind().status();
    if (look.step().isEmpty()
        || status == TaskStatus.SUCCESS
        || (status == TaskStatus.FAILED && !outcome.retryable())) {
      return null;
    }
    Policy policy = look.step().get().policy();
    TokenAttempt attempt = activation.attempt();
    if (activation.interrupted() != null) {
      return TokenDecisionContext.resumedRetryAt(
          policy, activation.interrupted(), outcome.retryAfter(), look.now());
    }
    return status == TaskStatus.CANCELED || policy.isExhausted(attempt.no())
        ? null
        : policy
            .bookAfterFailure(
                attempt.no(), outcome.retryAfter(), attempt.jitterFraction(), look.now())
            .at();
  }

  /** When is looked after what arrives elsewhere, these as well; null if nothing does. */
  private Instant deliverAt(List<ArrivalTarget> more, TokenDecisionContext look) {
    return undelivered.isEmpty() && more.isEmpty() ? null : look.now().plus(DELIVER_AGAIN);
  }
}
