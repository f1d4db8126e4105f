package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.pattern.StatusReply;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.trigger.ByHand;
import io.millrace.engine.trigger.FiresReader;
import io.millrace.engine.trigger.FiresReader.MissedRange;
import io.millrace.engine.trigger.FiresReader.Standing;
import io.millrace.engine.trigger.TriggerProcessor;
import io.millrace.engine.trigger.TriggerProcessor.InForce;
import io.millrace.engine.trigger.TriggerProcessor.Queued;
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
public final class Triggers {
  private static final Duration UPDATE_WITHIN = Duration.ofSeconds(5);
  private static final int MOST_MISSED = 100;

  /**
   * How a trigger stands.
   *
   * @param missed what it has missed, the newest first
   * @param next the logical times that come next
   */
  public record Fires(
      Trigger trigger, Standing standing, List<MissedRange> missed, List<Instant> next) {}

  /**
   * Fires that were asked for.
   *
   * @param first the logical time of the first of them; null if there are none
   */
  public record Asked(int fires, Instant first, Instant last) {}

  private final ActorSystem<?> system;
  private final ActorRef<TriggerProcessor.Command> processor;
  private final FiresReader reader;
  private final AsyncSql sql;
  private final Duration askTimeout;
  private final Clock clock;

  Triggers(Hosting node, ActorRef<TriggerProcessor.Command> processor) {
    this.system = node.system();
    this.processor = processor;
    this.reader = new FiresReader(node.dataSource());
    this.sql = node.sql();
    this.askTimeout = node.askTimeout();
    this.clock = node.clock();
  }

  /**
   * Completes when these jobs are in force, and nothing fires by older ones. If the processor does
   * not answer, because it is moving to another node, it will know them when it is back.
   */
  CompletionStage<Void> updated(long version) {
    return AskPattern.<TriggerProcessor.Command, InForce>ask(
            processor,
            replyTo -> new TriggerProcessor.Updated(version, replyTo),
            UPDATE_WITHIN,
            system.scheduler())
        .handle((inForce, fault) -> null);
  }

  /**
   * All triggers of a job, without what they missed.
   *
   * @param next how many of the times that come next
   */
  public CompletionStage<List<Fires>> triggers(Job job, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          Map<String, Standing> standings = reader.triggers(job.number());
          return job.triggers().stream()
              .map(
                  trigger -> {
                    Standing standing = standings.getOrDefault(trigger.name(), Standing.NONE);
                    return new Fires(
                        trigger, standing, List.of(), standing.next(trigger, next, now));
                  })
              .toList();
        });
  }

  public CompletionStage<Fires> fires(Job job, Trigger trigger, int next) {
    Instant now = clock.instant();
    return sql.run(
        () -> {
          Standing standing =
              reader.triggers(job.number()).getOrDefault(trigger.name(), Standing.NONE);
          return new Fires(
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
  public CompletionStage<Asked> fire(
      Job job, Trigger trigger, Instant first, Instant last, boolean dryRun) {
    Instant now = clock.instant();
    return sql.run(() -> ByHand.times(trigger, first, last, now))
        .thenCompose(
            times -> {
              if (times.size() > ByHand.MOST) {
                throw new InvalidInputException(
                    "last",
                    last.toString(),
                    "has more than " + ByHand.MOST + " fires before it: take a smaller range");
              }
              Asked asked =
                  times.isEmpty()
                      ? new Asked(0, null, null)
                      : new Asked(times.size(), times.get(0), times.get(times.size() - 1));
              return dryRun || times.isEmpty()
                  ? CompletableFuture.completedFuture(asked)
                  : queue(job, trigger, asked).thenApply(queued -> asked);
            });
  }

  private CompletionStage<Queued> queue(Job job, Trigger trigger, Asked asked) {
    return AskPattern.<TriggerProcessor.Command, Queued>askWithStatus(
            processor,
            replyTo ->
                new TriggerProcessor.FireByHand(
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
