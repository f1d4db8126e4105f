package io.millrace.engine.trigger;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.pattern.StatusReply;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.trigger.TriggerCommand.FiresQueued;
import io.millrace.engine.trigger.TriggerCommand.JobsInForce;
import io.millrace.engine.trigger.TriggerOverviewStore.MissedRange;
import io.millrace.engine.trigger.TriggerOverviewStore.TriggerOverview;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The operations on triggers: commands go to the processor, queries read the tables. */
public final class TriggerService {
  private static final Duration UPDATE_TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_MISSED = 100;

  /**
   * The state of a trigger.
   *
   * @param missed its missed fires, newest first
   * @param next its next logical times
   */
  public record TriggerStatus(
      Trigger trigger, TriggerOverview standing, List<MissedRange> missed, List<Instant> next) {}

  /**
   * The fires that a caller asked for.
   *
   * @param first the logical time of the first fire; absent if there are none
   */
  public record RequestedFires(int fires, @Nullable Instant first, @Nullable Instant last) {}

  private final ActorSystem<?> system;
  private final ActorRef<TriggerCommand> processor;
  private final TriggerOverviewStore reader;
  private final AsyncSql sql;
  private final Duration askTimeout;
  private final Clock clock;

  public TriggerService(
      ActorSystem<?> system,
      ActorRef<TriggerCommand> processor,
      TriggerOverviewStore reader,
      AsyncSql sql,
      Duration askTimeout,
      Clock clock) {
    this.system = system;
    this.processor = processor;
    this.reader = reader;
    this.sql = sql;
    this.askTimeout = askTimeout;
    this.clock = clock;
  }

  /**
   * Completes when these jobs are in force and nothing fires by older ones. It also completes if
   * the processor does not answer while it moves to another node: it reads the jobs when it
   * restarts.
   */
  public CompletionStage<Void> jobsUpdated(long version) {
    return AskPattern.<TriggerCommand, JobsInForce>ask(
            processor,
            replyTo -> new TriggerCommand.JobsUpdated(version, replyTo),
            UPDATE_TIMEOUT,
            system.scheduler())
        .handle((inForce, fault) -> null);
  }

  /**
   * Returns all triggers of a job, without their missed fires.
   *
   * @param next how many of the next logical times to return
   */
  public CompletionStage<List<TriggerStatus>> statuses(Job job, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          Map<String, TriggerOverview> overviews = reader.triggers(job.number());
          return job.triggers().stream()
              .map(
                  trigger -> {
                    TriggerOverview overview =
                        overviews.getOrDefault(trigger.name(), TriggerOverview.NONE);
                    return new TriggerStatus(
                        trigger, overview, List.of(), overview.next(trigger, next, now));
                  })
              .toList();
        });
  }

  public CompletionStage<TriggerStatus> status(Job job, Trigger trigger, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          TriggerOverview overview =
              reader.triggers(job.number()).getOrDefault(trigger.name(), TriggerOverview.NONE);
          return new TriggerStatus(
              trigger,
              overview,
              reader.missed(job.number(), trigger.name(), MAX_MISSED),
              overview.next(trigger, next, now));
        });
  }

  /**
   * Fires the due times of a trigger within a range. A fire that has arrived before counts once.
   *
   * @param dryRun whether to only return the times
   */
  public CompletionStage<RequestedFires> fire(
      Job job, Trigger trigger, Instant first, Instant last, boolean dryRun) {
    Instant now = clock.instant();
    return sql.run(() -> ManualFires.times(trigger, first, last, now))
        .thenCompose(
            times -> {
              if (times.size() > ManualFires.MOST) {
                throw new InvalidInputException(
                    "last",
                    last.toString(),
                    "has more than "
                        + ManualFires.MOST
                        + " fires before it: choose a smaller range");
              }
              if (times.isEmpty()) {
                return CompletableFuture.completedFuture(new RequestedFires(0, null, null));
              }
              Instant oldest = times.get(0);
              Instant newest = times.get(times.size() - 1);
              RequestedFires requested = new RequestedFires(times.size(), oldest, newest);
              return dryRun
                  ? CompletableFuture.completedFuture(requested)
                  : queue(job, trigger, oldest, newest).thenApply(queued -> requested);
            });
  }

  private CompletionStage<FiresQueued> queue(
      Job job, Trigger trigger, Instant first, Instant last) {
    return AskPattern.<TriggerCommand, FiresQueued>askWithStatus(
            processor,
            replyTo ->
                new TriggerCommand.FireByHand(job.number(), trigger.name(), first, last, replyTo),
            askTimeout,
            system.scheduler())
        .exceptionally(
            fault -> {
              Throwable cause = fault instanceof CompletionException ? fault.getCause() : fault;
              throw new CompletionException(
                  cause instanceof StatusReply.ErrorMessage
                      ? new TimeoutException(cause.getMessage())
                      : cause);
            });
  }
}
