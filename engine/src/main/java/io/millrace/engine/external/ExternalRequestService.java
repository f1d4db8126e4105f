package io.millrace.engine.external;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowCommand.AwaitReply;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Grants channels to external callers. Each request is stored as a task first. */
public final class ExternalRequestService {

  /** The result of a request so far. */
  public enum RequestResult {
    GRANTED,
    WAITING,
    /** There is a request with the same token but another name. */
    OTHER_NAME,
    /** It was canceled, released or given up while the caller waited. */
    ENDED,
    /** It had no token: it asked for no channel, and made the pools check their queues. */
    PROGRESSED
  }

  /**
   * The answer to a request.
   *
   * @param channel its state; the last known state if it has ended; absent if there is no request
   */
  public record RequestAnswer(RequestResult result, @Nullable ExternalRequest channel) {}

  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(20);

  private final PoolService pools;
  private final ExternalRequestStore store;
  private final OutboundRule rule;
  private final AsyncSql sql;
  private final Supplier<UUID> uids;
  private final Duration askTimeout;
  private final Clock clock;

  public ExternalRequestService(
      PoolService pools,
      ExternalRequestStore store,
      OutboundRule rule,
      AsyncSql sql,
      Supplier<UUID> uids,
      Duration askTimeout,
      Clock clock) {
    this.pools = pools;
    this.store = store;
    this.rule = rule;
    this.sql = sql;
    this.uids = uids;
    this.askTimeout = askTimeout;
    this.clock = clock;
  }

  /**
   * Requests a channel, or repeats a request. Completes when the channel is granted or the wait is
   * over. The stage fails with {@link InvalidInputException} for invalid input.
   *
   * @param wait absent for the default, which is zero if there is a callback
   */
  public CompletionStage<RequestAnswer> request(JsonNode json, @Nullable Duration wait) {
    return sql.run(() -> ChannelReader.request(json, pools::config, rule))
        .thenCompose(
            parsed ->
                parsed
                    .map(request -> ask(request, wait == null ? defaultWait(request) : wait))
                    .orElseGet(
                        () -> {
                          progressAll();
                          return done(new RequestAnswer(RequestResult.PROGRESSED, null));
                        }));
  }

  private static Duration defaultWait(ChannelRequest request) {
    return request.callbackUrl().isEmpty() ? DEFAULT_WAIT : Duration.ZERO;
  }

  private CompletionStage<RequestAnswer> ask(ChannelRequest request, Duration wait) {
    Instant now = now();
    Instant until = now.plus(wait);
    return sql.run(() -> store.findOrCreate(request, uids.get(), now, until))
        .thenCompose(
            channel -> {
              if (!channel.executionName().equals(request.executionName())) {
                return done(new RequestAnswer(RequestResult.OTHER_NAME, channel));
              }
              return channel.isGranted()
                  ? done(new RequestAnswer(RequestResult.GRANTED, channel))
                  : await(channel, until, wait);
            });
  }

  /** The pool's reply only ends the wait. The stored state decides the answer. */
  private CompletionStage<RequestAnswer> await(
      ExternalRequest channel, Instant until, Duration wait) {
    WaitingTask waiting = WaitingTask.of(channel.task());
    ChannelReader.RequestKey key = key(channel);
    return pools
        .askStanding(
            key.pool(),
            (ActorRef<AwaitReply> replyTo) -> new FlowCommand.Await(waiting, until, replyTo),
            wait.plus(askTimeout))
        .thenCompose(answered -> sql.run(() -> store.find(key)))
        .thenApply(now -> answer(channel, now));
  }

  private RequestAnswer answer(ExternalRequest asked, Optional<ExternalRequest> now) {
    Optional<ExternalRequest> same = now.filter(one -> one.attemptUid().equals(asked.attemptUid()));
    if (same.isEmpty()) {
      // The pool may have received the end before the request.
      releaseChannel(asked.task());
      return new RequestAnswer(RequestResult.ENDED, asked);
    }
    return new RequestAnswer(
        same.get().isGranted() ? RequestResult.GRANTED : RequestResult.WAITING, same.get());
  }

  /** Makes every pool check whether it can grant a channel. */
  public void progressAll() {
    pools.names().forEach(pool -> pools.tell(pool, FlowCommand.ProgressQueue.INSTANCE));
  }

  /**
   * Releases a channel; false if there is no such open request. Without a task token, the pools
   * only check their queues.
   *
   * @param isAllowed whether the caller may release channels of a pool
   */
  public CompletionStage<Boolean> release(JsonNode json, Predicate<String> isAllowed) {
    Optional<ChannelReader.ChannelRelease> given = ChannelReader.release(json);
    if (given.isEmpty()) {
      progressAll();
      return done(false);
    }
    ChannelReader.ChannelRelease release = given.get();
    return find(release.request(), isAllowed)
        .thenCompose(
            found ->
                found
                    .map(channel -> end(channel.task(), release.outcome()))
                    .orElseGet(() -> done(false)));
  }

  private CompletionStage<Optional<ExternalRequest>> find(
      ChannelReader.TokenReference request, Predicate<String> isAllowed) {
    String pool = request.pool();
    return sql.run(
        () -> {
          if (pool != null) {
            return store.find(new ChannelReader.RequestKey(pool, request.taskToken()));
          }
          Optional<ExternalRequest> found = only(request.taskToken(), pools.names(), isAllowed);
          return found.isPresent()
              ? found
              : only(request.taskToken(), pools.loadNames(), isAllowed);
        });
  }

  /** The request of that token in any of these pools. */
  private Optional<ExternalRequest> only(
      String taskToken, List<String> in, Predicate<String> isAllowed) throws SQLException {
    List<ExternalRequest> found = store.find(taskToken, in.stream().filter(isAllowed).toList());
    if (found.size() > 1) {
      throw new InvalidInputException(
          "pool",
          null,
          found.stream()
              .map(channel -> channel.task().route().pool())
              .collect(Collectors.joining(", ", "is required: the token has requests in ", "")));
    }
    return found.stream().findFirst();
  }

  /** Ends the task of a request; false if it had ended before. */
  public CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return sql.run(() -> store.end(task.id().attemptUid(), outcome, now()))
        .thenApply(
            ended -> {
              if (ended) {
                releaseChannel(task);
              }
              return ended;
            });
  }

  private void releaseChannel(Task task) {
    pools.tell(task.route().pool(), new FlowCommand.Release(task.id().attemptUid(), false));
  }

  /**
   * The caller is alive: restarts its lease if it holds the channel. Empty if it is unknown.
   *
   * @param isAllowed whether the caller may keep channels of a pool
   */
  public CompletionStage<Optional<ExternalRequest>> heartbeat(
      JsonNode json, Predicate<String> isAllowed) {
    return find(ChannelReader.heartbeat(json), isAllowed)
        .thenCompose(
            found ->
                found
                    .map(channel -> sql.run(() -> store.extend(key(channel), now())))
                    .orElseGet(() -> done(Optional.empty())))
        .thenApply(
            found -> {
              found
                  .filter(ExternalRequest::isGranted)
                  .map(ExternalRequest::task)
                  .ifPresent(this::extend);
              return found;
            });
  }

  private void extend(Task granted) {
    Instant deadline = granted.times().deadline();
    if (deadline != null) {
      pools.tell(
          granted.route().pool(), new FlowCommand.Extend(granted.id().attemptUid(), deadline));
    }
  }

  private static ChannelReader.RequestKey key(ExternalRequest channel) {
    return new ChannelReader.RequestKey(channel.task().route().pool(), channel.taskToken());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
