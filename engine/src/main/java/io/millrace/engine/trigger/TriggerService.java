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

/** What can be asked of triggers: commands go to their processor, questions to the tables. */
public final class TriggerService {
  private static final Duration UPDATE_WITHIN = Duration.ofSeconds(5);
  private static final int MOST_MISSED = 100;

  /**
   * How a trigger stands.
   *
   * @param missed what it has missed, the newest first
   * @param next the logical times that come next
   */
  public record TriggerStatus(
      Trigger trigger, TriggerOverview standing, List<MissedRange> missed, List<Instant> next) {}

  /**
   * Fires that were asked for.
   *
   * @param first the logical time of the first of them; null if there are none
   */
  public record RequestedFires(int fires, Instant first, Instant last) {}

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
   * Completes when these jobs are in force, and nothing fires by older ones. If the processor does
   * not answer, because it is moving to another node, it will know them when it is back.
   */
  public CompletionStage<Void> jobsUpdated(long version) {
    return AskPattern.<TriggerCommand, JobsInForce>ask(
            processor,
            replyTo -> new TriggerCommand.JobsUpdated(version, replyTo),
            UPDATE_WITHIN,
            system.scheduler())
        .handle((inForce, fault) -> null);
  }

  /**
   * All triggers of a job, without what they missed.
   *
   * @param next how many of the times that come next
   */
  public CompletionStage<List<TriggerStatus>> statuses(Job job, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          Map<String, TriggerOverview> standings = reader.triggers(job.number());
          return job.triggers().stream()
              .map(
                  trigger -> {
                    TriggerOverview standing =
                        standings.getOrDefault(trigger.name(), TriggerOverview.NONE);
                    return new TriggerStatus(
                        trigger, standing, List.of(), standing.next(trigger, next, now));
                  })
              .toList();
        });
  }

  public CompletionStage<TriggerStatus> status(Job job, Trigger trigger, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          TriggerOverview standing =
              reader.triggers(job.number()).getOrDefault(trigger.name(), TriggerOverview.NONE);
          return new TriggerStatus(
              trigger,
              standing,
              reader.missed(job.number(), trigger.name(), MOST_MISSED),
              standing.next(trigger, next, now));
        });
  }

  /**
   * Fires the times of a trigger in a range that are due; what has arrived already counts once.
   *
   * @param dryRun whether it is only asked which they are
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
                    "has more than " + ManualFires.MOST + " fires before it: take a smaller range");
              }
              RequestedFires asked =
                  times.isEmpty()
                      ? new RequestedFires(0, null, null)
                      : new RequestedFires(times.size(), times.get(0), times.get(times.size() - 1));
              return dryRun || times.isEmpty()
                  ? CompletableFuture.completedFuture(asked)
                  : queue(job, trigger, asked).thenApply(queued -> asked);
            });
  }

  private CompletionStage<FiresQueued> queue(Job job, Trigger trigger, RequestedFires asked) {
    return AskPattern.<TriggerCommand, FiresQueued>askWithStatus(
            processor,
            replyTo ->
                new TriggerCommand.FireByHand(
                    job.number(), trigger.name(), asked.first(), asked.last(), replyTo),
            askTimeout,
            system.scheduler())
        .exceptionally(
            fault -> {
              Throwable why = fault instanceof CompletionException ? fault.getCause() : fault;
              throw new CompletionException(
                  why instanceof StatusReply.ErrorMessage
                      ? new TimeoutException(why.getMessage())
                      : why);
            });
  }
}
