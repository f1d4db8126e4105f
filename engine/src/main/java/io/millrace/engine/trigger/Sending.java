package io.millrace.engine.trigger;

import io.millrace.engine.job.Cause;
import io.millrace.engine.job.Effect;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.Arrivals;
import io.millrace.engine.token.TokenId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends fires: something arrives at every token that waits for it. */
record Sending(Jobs jobs, Arrivals arrivals) {

  /** Completes when all of it has arrived; a trigger that nobody waits for has fired at once. */
  CompletionStage<Void> send(Fire fire) {
    TriggerId id = fire.of().id();
    try {
      return CompletableFuture.allOf(
          jobs.effects(Cause.fired(id.job(), id.name())).stream()
              .map(effect -> arrive(fire, effect).toCompletableFuture())
              .toArray(CompletableFuture<?>[]::new));
    } catch (RuntimeException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  private CompletionStage<Void> arrive(Fire fire, Effect effect) {
    Job job = fire.of().job();
    return arrivals.arrive(
        new TokenId(effect.job(), effect.step(), fire.time().plus(effect.offset())),
        new Arrival(
            effect.source(),
            fire.reason(),
            fire.isCatchUp() ? JobPriority.BACKFILL : JobPriority.NORMAL,
            null,
            job.version()));
  }
}
