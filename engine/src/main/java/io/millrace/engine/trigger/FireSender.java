package io.millrace.engine.trigger;

import io.millrace.engine.job.DownstreamStep;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.UpstreamEvent;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.ArrivalSender;
import io.millrace.engine.token.TokenId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends fires: something arrives at every token that waits for it. */
record FireSender(Jobs jobs, ArrivalSender arrivals) {

  /** Completes when all of it has arrived; a trigger that nobody waits for has fired at once. */
  CompletionStage<Void> send(Fire fire) {
    TriggerId id = fire.of().id();
    try {
      List<DownstreamStep> effects = jobs.downstreamSteps(UpstreamEvent.fired(id.job(), id.name()));
      long version = jobs.version(); // read last: no effect is of a newer one
      return CompletableFuture.allOf(
          effects.stream()
              .map(effect -> arrive(fire, effect, version).toCompletableFuture())
              .toArray(CompletableFuture<?>[]::new));
    } catch (RuntimeException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  private CompletionStage<Void> arrive(Fire fire, DownstreamStep effect, long version) {
    return arrivals.sendArrival(
        new TokenId(effect.job(), effect.step(), fire.time().plus(effect.offset())),
        new Arrival(
            effect.source(),
            fire.reason(),
            fire.isCatchUp() ? JobPriority.BACKFILL : JobPriority.NORMAL,
            null,
            version,
            fire.order()));
  }
}
