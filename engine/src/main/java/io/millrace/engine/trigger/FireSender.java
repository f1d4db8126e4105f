package io.millrace.engine.trigger;

import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.UpstreamEvent;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.ArrivalSender;
import io.millrace.engine.token.TokenId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends fires: each one arrives at every token that waits for it. */
record FireSender(Jobs jobs, ArrivalSender arrivals) {

  /**
   * Completes when the fire has arrived everywhere, and at once if no step waits for the trigger.
   */
  CompletionStage<Void> send(Fire fire) {
    TriggerId id = fire.of().id();
    try {
      List<DownstreamStep> downstream =
          jobs.downstreamSteps(UpstreamEvent.fired(id.job(), id.name()));
      long version = jobs.version(); // read last: no downstream step is newer than this version
      return CompletableFuture.allOf(
          downstream.stream()
              .map(step -> arrive(fire, step, version).toCompletableFuture())
              .toArray(CompletableFuture<?>[]::new));
    } catch (RuntimeException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  private CompletionStage<Void> arrive(Fire fire, DownstreamStep step, long version) {
    return arrivals.sendArrival(
        new TokenId(step.job(), step.step(), fire.time().plus(step.offset())),
        new Arrival(
            step.source(), fire.reason(), priority(fire.reason()), null, version, fire.order()));
  }

  /** The priority with which a fire arrives. */
  static JobPriority priority(TaskReason reason) {
    return reason == TaskReason.CATCH_UP ? JobPriority.BACKFILL : JobPriority.NORMAL;
  }
}
