package io.millrace.engine.trigger;

import akka.actor.typed.javadsl.ActorContext;
import akka.pattern.StatusReply;
import io.millrace.engine.trigger.TriggerChanges.MadeGoodRow;
import io.millrace.engine.trigger.TriggerCommand.FireByHand;
import io.millrace.engine.trigger.TriggerCommand.FiresQueued;
import io.millrace.engine.trigger.TriggerProcessorNotice.FireTimesPicked;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fires that a person asked for: their times are found first, then they are caught up. */
final class TriggerProcessorManualFires {
  private final ActorContext<TriggerCommand> actor;
  private final TriggerOperations operations;
  private final Clock clock;

  TriggerProcessorManualFires(
      ActorContext<TriggerCommand> actor, TriggerOperations operations, Clock clock) {
    this.actor = actor;
    this.operations = operations;
    this.clock = clock;
  }

  /**
   * @param book absent if the triggers are not loaded yet
   */
  void pickTimes(FireByHand fire, @Nullable TriggerBook book) {
    TriggerId id = new TriggerId(fire.job(), fire.trigger());
    LiveTrigger trigger = book == null ? null : book.find(id).orElse(null);
    if (trigger == null) {
      fire.replyTo().tell(StatusReply.error("the trigger is not in force yet"));
    } else {
      actor.pipeToSelf(
          operations.manualFires(trigger.trigger(), fire.first(), fire.last(), clock.instant()),
          (times, fault) -> new FireTimesPicked(fire, trigger, times));
    }
  }

  void queue(FireTimesPicked picked, TriggerBook book) {
    FireByHand fire = picked.fire();
    List<Instant> times = picked.times();
    if (times == null || times.size() > ManualFires.MOST || picked.trigger().isRemoved()) {
      fire.replyTo().tell(StatusReply.error("the trigger was changed meanwhile"));
      return;
    }
    MadeGoodRow range =
        new MadeGoodRow(picked.trigger().id(), fire.first(), fire.last(), clock.instant());
    StatusReply<FiresQueued> queued = StatusReply.success(new FiresQueued(times.size()));
    book.fireByHand(picked.trigger(), times, range, () -> fire.replyTo().tell(queued));
  }
}
