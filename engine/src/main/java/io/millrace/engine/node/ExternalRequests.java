package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.external.Channel;
import io.millrace.engine.external.ChannelReader;
import io.millrace.engine.external.ChannelRequest;
import io.millrace.engine.external.RequestStore;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.FlowCommand.Answered;
import io.millrace.engine.flow.Waiting;
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
public final class ExternalRequests {

  /** What became of a request so far. */
  public enum Result {
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
  public record Asked(Result result, Channel channel) {}

  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(20);

  private final Pools pools;
  private final RequestStore store;
  private final OutboundRule rule;
  private final AsyncSql sql;
  private final Supplier<UUID> uids;
  private final Duration askTimeout;
  private final Clock clock;

  ExternalRequests(
      Pools pools,
      RequestStore store,
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
  public CompletionStage<Asked> request(JsonNode json, Duration wait) {
    return sql.run(() -> ChannelReader.request(json, pools::config, rule))
        .thenCompose(
            wanted ->
                wanted
                    .map(request -> ask(request, wait == null ? defaultWait(request) : wait))
                    .orElseGet(
                        () -> {
                          progress();
                          return done(new Asked(Result.PROGRESSED, null));
                        }));
  }

  private static Duration defaultWait(ChannelRequest request) {
    return request.callbackUrl().isEmpty() ? DEFAULT_WAIT : Duration.ZERO;
  }

  private CompletionStage<Asked> ask(ChannelRequest request, Duration wait) {
    Instant now = now();
    Instant until = now.plus(wait);
    return sql.run(() -> store.ask(request, uids.get(), now, until))
        .thenCompose(
            channel -> {
              if (!channel.executionName().equals(request.executionName())) {
                return done(new Asked(Result.OTHER_NAME, channel));
              }
              return channel.isGranted()
                  ? done(new Asked(Result.GRANTED, channel))
                  : await(channel, until, wait);
            });
  }

  /** What the pool says is only a reason to look: what counts is stored. */
  private CompletionStage<Asked> await(Channel channel, Instant until, Duration wait) {
    Waiting waiting = Waiting.of(channel.task());
    ChannelReader.Key key = new ChannelReader.Key(channel.task().pool(), channel.taskToken());
    return pools
        .ref(key.pool())
        .ask(
            (ActorRef<Answered> replyTo) -> new FlowCommand.Await(waiting, until, replyTo),
            wait.plus(askTimeout))
        .thenCompose(answered -> sql.run(() -> store.find(key)))
        .thenApply(now -> answer(channel, now));
  }

  private Asked answer(Channel asked, Optional<Channel> now) {
    Optional<Channel> same = now.filter(one -> one.attemptUid().equals(asked.attemptUid()));
    if (same.isEmpty()) {
      // The pool may have heard of the end before it heard of the request.
      free(asked.task());
      return new Asked(Result.ENDED, asked);
    }
    return new Asked(same.get().isGranted() ? Result.GRANTED : Result.WAITING, same.get());
  }

  /** Has every pool look whether anything can be granted. */
  public void progress() {
    pools.names().forEach(pool -> pools.tell(pool, FlowCommand.Progress.INSTANCE));
  }

  /** The work is done; false if there is no such channel, or not any more. */
  public CompletionStage<Boolean> release(JsonNode json) {
    ChannelReader.Release release = ChannelReader.release(json);
    return sql.run(() -> store.find(release.key()))
        .thenCompose(
            found ->
                found
                    .map(channel -> end(channel.task(), release.outcome()))
                    .orElseGet(() -> done(false)));
  }

  /** Ends a request as its task; false if it had ended before. */
  CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return sql.run(() -> store.end(task.id().attemptUid(), outcome, now()))
        .thenApply(
            ended -> {
              if (ended) {
                free(task);
              }
              return ended;
            });
  }

  private void free(Task task) {
    pools.tell(task.pool(), new FlowCommand.Release(task.id().attemptUid()));
  }

  /** The caller is alive: its lease begins anew, unless it still waits. Empty if it is unknown. */
  public CompletionStage<Optional<Channel>> heartbeat(JsonNode json) {
    ChannelReader.Key key = ChannelReader.heartbeat(json);
    return sql.run(() -> store.extend(key, now()))
        .thenApply(
            found -> {
              found
                  .filter(Channel::isGranted)
                  .map(Channel::task)
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
