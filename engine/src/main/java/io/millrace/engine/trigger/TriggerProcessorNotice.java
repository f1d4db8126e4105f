package io.millrace.engine.trigger;

import akka.Done;
import akka.actor.typed.ActorRef;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.TriggerOperations.CatchUpDecisions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the processor of triggers tells itself. */
interface TriggerProcessorNotice extends TriggerCommand {

  enum Second implements TriggerProcessorNotice {
    INSTANCE
  }

  /** The node is about to leave, and its tokens and this actor move to other nodes. */
  record StopFiring(ActorRef<Done> replyTo) implements TriggerProcessorNotice {}

  enum TriggerDue implements TriggerProcessorNotice {
    INSTANCE
  }

  enum GatherTimeOver implements TriggerProcessorNotice {
    INSTANCE
  }

  record TriggersLoaded(TriggerStore.LoadedTriggers all) implements TriggerProcessorNotice {}

  enum JobsRead implements TriggerProcessorNotice {
    INSTANCE
  }

  record FireAnswered(SentFire attempt, Throwable fault) implements TriggerProcessorNotice {}

  record CatchUpDecided(CatchUpDecisions some) implements TriggerProcessorNotice {}

  record PagesRead(List<LiveTrigger> triggers, Map<TriggerId, List<Instant>> pages)
      implements TriggerProcessorNotice {}

  record BatchStored(ChangeBatch batch) implements TriggerProcessorNotice {}

  /**
   * @param times absent if they could not be found
   */
  record FireTimesPicked(FireByHand fire, LiveTrigger trigger, @Nullable List<Instant> times)
      implements TriggerProcessorNotice {}

  record Failed(String what, Throwable fault, Runnable again) implements TriggerProcessorNotice {}
}
