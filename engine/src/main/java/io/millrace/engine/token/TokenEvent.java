package io.millrace.engine.token;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.task.TokenRow.TokenState;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of a token: how each changes its state, and what it writes to the history. */
public sealed interface TokenEvent extends HistoryWriter.HistoryEvent {

  Token applyTo(Token token);

  /**
   * An arrival was stored.
   *
   * @param state the present state; a start is another event
   * @param count the unused arrivals, with this one
   */
  record Arrived(Instant at, Arrival arrival, TokenState state, int count) implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      Map<String, StoredArrival> arrivals = new LinkedHashMap<>(token.arrivals());
      arrivals.put(
          arrival.source(), new StoredArrival(at, arrival.urgency(), arrival.output(), false));
      return token.toBuilder()
          .arrivals(arrivals)
          .changedAt(at)
          .version(Math.max(token.version(), arrival.version()))
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.tokenChanged(row(owner, state, count, at));
    }
  }

  /**
   * An attempt to run its step waits for its channel.
   *
   * @param used the sources of the arrivals that started it
   * @param count the unused arrivals, without those
   * @param worstAt the worst case: when something follows if nothing reports; absent if nothing
   *     does
   */
  record Queued(
      Attempt attempt,
      Urgency urgency,
      List<String> used,
      int count,
      @Nullable Instant worstAt,
      @Nullable Instant deliverAt,
      long version)
      implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      return token.toBuilder()
          .arrivals(StoredArrival.markUsed(token.arrivals(), used))
          .activation(new Activation(urgency, attempt.no(), attempt, worstAt, interrupted(token)))
          .deliverAt(deliverAt)
          .changedAt(attempt.queuedAt())
          .version(Math.max(token.version(), version))
          .build();
    }

    private @Nullable BookedRetry interrupted(Token token) {
      return attempt.reason() == TaskReason.RETRY || token.activation() == null
          ? null
          : token.activation().bookedRetry();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.queued(TokenId.parse(owner).task(attempt), urgency.order());
      book(owner, worstAt, deliverAt, history);
      history.tokenChanged(row(owner, TokenState.ACTIVE, count, attempt.queuedAt()));
    }
  }

  /** Its step is a join and has no work: it succeeded at once. */
  record Passed(
      Instant at,
      Urgency urgency,
      List<String> used,
      int count,
      List<ArrivalTarget> targets,
      @Nullable Instant deliverAt,
      long version)
      implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      DownstreamDelivery delivery = new DownstreamDelivery(urgency, null, version, targets);
      return token.toBuilder()
          .arrivals(StoredArrival.markUsed(token.arrivals(), used))
          .activation(null)
          .last(TokenState.SUCCESS)
          .runs(token.runs() + 1)
          .undelivered(delivery.appendTo(token.undelivered()))
          .deliverAt(deliverAt)
          .changedAt(at)
          .version(Math.max(token.version(), version))
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      book(owner, null, deliverAt, history);
      history.succeeded(owner, at);
      history.tokenChanged(row(owner, TokenState.SUCCESS, count, at));
    }
  }

  /**
   * The attempt ended, or the booked retry was canceled.
   *
   * @param uid absent if only a retry was booked
   * @param retryAt absent if the run ended
   * @param targets the downstream tokens that get an arrival
   */
  record Ended(
      @Nullable UUID uid,
      Instant at,
      Outcome outcome,
      @Nullable Instant retryAt,
      List<ArrivalTarget> targets,
      @Nullable Instant deliverAt,
      int count,
      long version)
      implements TokenEvent {

    public static TokenEndedBuilder builder() {
      return new TokenEndedBuilder();
    }

    public TokenEndedBuilder toBuilder() {
      return new TokenEndedBuilder(this);
    }

    public static Ended of(@Nullable UUID uid, Instant at, Outcome outcome) {
      return builder()
          .uid(uid)
          .at(at)
          .outcome(outcome)
          .targets(List.of())
          .count(0)
          .version(0)
          .build();
    }

    /**
     * @param retry absent if the run ended
     */
    public Ended withRetryAt(@Nullable Instant retry) {
      return toBuilder().retryAt(retry).build();
    }

    /**
     * @param again when delivery is retried; absent if there is nothing to deliver
     */
    public Ended withDelivery(List<ArrivalTarget> to, @Nullable Instant again) {
      return toBuilder().targets(to).deliverAt(again).build();
    }

    /**
     * @param unused the number of unused arrivals
     * @param decidedBy the version of the jobs by which it decided
     */
    public Ended withCount(int unused, long decidedBy) {
      return toBuilder().count(unused).version(decidedBy).build();
    }

    @Override
    public Token applyTo(Token token) {
      Activation activation = token.activation();
      if (activation == null) {
        throw new IllegalStateException("No run is open that could end");
      }
      DownstreamDelivery delivery =
          new DownstreamDelivery(activation.urgency(), outcome.output(), version, targets);
      return token.toBuilder()
          .activation(isFinal() ? null : booked(activation))
          .last(isFinal() ? state() : token.last())
          .runs(isFinal() ? token.runs() + 1 : token.runs())
          .undelivered(delivery.appendTo(token.undelivered()))
          .deliverAt(deliverAt)
          .changedAt(at)
          .version(Math.max(token.version(), version))
          .build();
    }

    private Activation booked(Activation ended) {
      BookedRetry interrupted = ended.interrupted();
      return interrupted == null
          ? new Activation(ended.urgency(), ended.no(), null, retryAt, null)
          : interrupted.activation(retryAt);
    }

    boolean isFinal() {
      return retryAt == null;
    }

    private TokenState state() {
      return isFinal() ? TokenState.valueOf(outcome.kind().status().name()) : TokenState.ACTIVE;
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      if (uid != null) {
        history.ended(uid, at, outcome);
      }
      if (state() == TokenState.SUCCESS) {
        history.succeeded(owner, at);
      }
      book(owner, retryAt, deliverAt, history);
      history.tokenChanged(row(owner, state(), count, at));
    }
  }

  /** It was woken, and the next wake-up is at the earlier of these. */
  record Booked(@Nullable Instant activationAt, @Nullable Instant deliverAt) implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      return withBookings(token, activationAt, deliverAt, token.undelivered());
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      book(owner, activationAt, deliverAt, history);
    }
  }

  /** All targets have stored the oldest delivery. */
  record Delivered(@Nullable Instant activationAt, @Nullable Instant deliverAt)
      implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      List<DownstreamDelivery> undelivered = token.undelivered();
      return withBookings(
          token, activationAt, deliverAt, undelivered.subList(1, undelivered.size()));
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      book(owner, activationAt, deliverAt, history);
    }
  }

  /**
   * It runs again once the forgotten arrivals have come again.
   *
   * @param forgotten the sources whose arrivals must come again
   * @param counted the sources whose stored arrivals count again
   */
  record Reset(
      Instant at, List<String> forgotten, List<String> counted, TokenState state, long version)
      implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      Map<String, StoredArrival> arrivals = new LinkedHashMap<>(token.arrivals());
      arrivals.keySet().removeAll(forgotten);
      arrivals.replaceAll(
          (source, input) ->
              counted.contains(source) ? input.countedAgain(Urgency.RANGE) : input.asUsed());
      return token.toBuilder()
          .arrivals(arrivals)
          .last(null)
          .changedAt(at)
          .version(Math.max(token.version(), version))
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.tokenChanged(row(owner, state, counted.size(), at));
    }
  }

  /** All arrivals were forgotten. */
  record Cleared(Instant at, @Nullable Instant deliverAt) implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      return Token.NEW.toBuilder()
          .undelivered(token.undelivered())
          .deliverAt(deliverAt)
          .changedAt(at)
          .version(token.version())
          .build();
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      book(owner, null, deliverAt, history);
      history.tokenChanged(row(owner, TokenState.WAITING, 0, at));
    }
  }

  /** It was removed. A later arrival starts a new token with the same id. */
  record Removed(Instant at) implements TokenEvent {
    @Override
    public Token applyTo(Token token) {
      return Token.NEW;
    }

    @Override
    public void record(String owner, HistoryWriter history) {
      history.removedFromDue(owner);
      history.tokenChanged(row(owner, TokenState.REMOVED, 0, at));
    }
  }

  private static Token withBookings(
      Token token,
      @Nullable Instant activationAt,
      @Nullable Instant deliverAt,
      List<DownstreamDelivery> undelivered) {
    Activation now = token.activation();
    return token.toBuilder()
        .activation(now == null ? null : now.withAt(activationAt))
        .undelivered(undelivered)
        .deliverAt(deliverAt)
        .build();
  }

  /** Books the earlier of two times. */
  private static void book(
      String owner, @Nullable Instant one, @Nullable Instant other, HistoryWriter history) {
    Instant first = one == null || (other != null && other.isBefore(one)) ? other : one;
    if (first == null) {
      history.removedFromDue(owner);
    } else {
      history.booked(owner, first, 0);
    }
  }

  private static TokenRow row(String owner, TokenState state, int count, Instant at) {
    TokenId id = TokenId.parse(owner);
    return new TokenRow(owner, id.job(), id.step(), id.logicalTime(), state, count, at);
  }
}
