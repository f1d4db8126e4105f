package io.millrace.engine.trigger;

import akka.actor.typed.javadsl.ActorContext;
import io.millrace.engine.trigger.TriggerProcessorNotice.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The steps that the processor does not wait for. A step that fails is done again in a second. */
final class TriggerProcessorSteps {
  private final ActorContext<TriggerCommand> actor;
  private final List<Runnable> nextSecond = new ArrayList<>();

  TriggerProcessorSteps(ActorContext<TriggerCommand> actor) {
    this.actor = actor;
  }

  /**
   * @param again runs a second after a failure
   */
  <T> void run(
      String what, CompletionStage<T> step, Function<T, TriggerCommand> done, Runnable again) {
    actor.pipeToSelf(
        step,
        (result, fault) -> fault == null ? done.apply(result) : new Failed(what, fault, again));
  }

  void failed(Failed failed) {
    actor.getLog().warn("Could not {}", failed.what(), failed.fault());
    inASecond(failed.again());
  }

  void inASecond(Runnable again) {
    nextSecond.add(again);
  }

  /** A second has passed. */
  void runDue() {
    List<Runnable> due = List.copyOf(nextSecond);
    nextSecond.clear();
    due.forEach(Runnable::run);
  }
}
