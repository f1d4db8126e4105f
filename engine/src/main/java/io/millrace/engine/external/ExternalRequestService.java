package io.millrace.engine.external;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowCommand.AwaitReply;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Channels for those who do the work themselves: each request is stored first, as a task. */
public final class ExternalRequestService {

  /** What became of a request so far. */
  public enum RequestResult {
    GRANTED,
    WAITING,
    /** There is one of the same token, and another name. */
    OTHER_NAME,
    /** It was canceled, released or given up while it was waited for. */
    ENDED,
    /** It was for no channel, and has had the others looked after. */
    PROGRESSED
  }

  /**
   * The answer to a request, with how it is now; or was, if it has ended; or null, if it is none.
   */
  public record RequestAnswer(RequestResult result, ExternalRequest channel) {}

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
   * Asks for a channel, or asks again for the same; answers when it is granted, or the wait is
   * over.
   *
   * @param wait null for the default, which is not to wait if there is a callback
   * @throws io.millrace.engine.input.InvalidInputException in the answer, with all that is wrong
   */
  public CompletionStage<RequestAnswer> request(JsonNode json, Duration wait) {
    return sql.run(() -> ChannelReader.request(json, pools::config, rule))
        .thenCompose(
            wanted ->
                wanted
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

  /** What the pool says is only a reason to look: what counts is stored. */
  private CompletionStage<RequestAnswer> await(
      ExternalRequest channel, Instant until, Duration wait) {
    WaitingTask waiting = WaitingTask.of(channel.task());
    ChannelReader.RequestKey key =
        new ChannelReader.RequestKey(channel.task().pool(), channel.taskToken());
    return pools
        .ref(key.pool())
        .ask(
            (ActorRef<AwaitReply> replyTo) -> new FlowCommand.Await(waiting, until, replyTo),
            wait.plus(askTimeout))
        .thenCompose(answered -> sql.run(() -> store.find(key)))
        .thenApply(now -> answer(channel, now));
  }

  private RequestAnswer answer(ExternalRequest asked, Optional<ExternalRequest> now) {
    Optional<ExternalRequest> same = now.filter(one -> one.attemptUid().equals(asked.attemptUid()));
    if (same.isEmpty()) {
      // The pool may have heard of the end before it heard of the request.
      releaseChannel(asked.task());
      return new RequestAnswer(RequestResult.ENDED, asked);
    }
    return new RequestAnswer(
        same.get().isGranted() ? RequestResult.GRANTED : RequestResult.WAITING, same.get());
  }

  /** Has every pool look whether anything can be granted. */
  public void progressAll() {
    pools.names().forEach(pool -> pools.tell(pool, FlowCommand.ProgressQueue.INSTANCE));
  }

  /** The work is done; false if there is no such channel, or not any more. */
  public CompletionStage<Boolean> release(JsonNode json) {
    ChannelReader.ChannelRelease release = ChannelReader.release(json);
    return sql.run(() -> store.find(release.key()))
        .thenCompose(
            found ->
                found
                    .map(channel -> end(channel.task(), release.outcome()))
                    .orElseGet(() -> done(false)));
  }

  /** Ends a request as its task; false if it had ended before. */
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
    pools.tell(task.pool(), new FlowCommand.Release(task.id().attemptUid()));
  }

  /** The caller is alive: its lease begins anew, unless it still waits. Empty if it is unknown. */
  public CompletionStage<Optional<ExternalRequest>> heartbeat(JsonNode json) {
    ChannelReader.RequestKey key = ChannelReader.heartbeat(json);
    return sql.run(() -> store.extend(key, now()))
        .thenApply(
            found -> {
              found
                  .filter(ExternalRequest::isGranted)
                  .map(ExternalRequest::task)
                  .ifPresent(
                      task ->
                          pools.tell(
                              task.pool(),
                              new FlowCommand.Extend(task.id().attemptUid(), task.deadline())));
              return found;
            });
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
