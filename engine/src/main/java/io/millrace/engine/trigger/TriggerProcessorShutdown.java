package io.millrace.engine.trigger;

import akka.actor.Cancellable;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import io.millrace.engine.trigger.TriggerProcessorNotice.StopFiring;
import java.time.Duration;

/** Has the processor stop before its node leaves: fires would hold up tokens that are leaving. */
final class TriggerProcessorShutdown {
  private TriggerProcessorShutdown() {}

  static Cancellable stopFiringFirst(ActorContext<TriggerCommand> context, Duration within) {
    return CoordinatedShutdown.get(context.getSystem())
        .addCancellableTask(
            CoordinatedShutdown.PhaseBeforeClusterShutdown(),
            "rest-triggers",
            () ->
                AskPattern.ask(
                    context.getSelf(), StopFiring::new, within, context.getSystem().scheduler()));
  }
}
