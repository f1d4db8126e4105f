package io.millrace.engine.flow;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.FlowCommand.AwaitReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/** Who waits to hear that his task got its channel. */
final class WaitingCallers {
  private record Caller(Instant until, ActorRef<AwaitReply> replyTo) {}

  private final Map<UUID, List<Caller>> callers = new HashMap<>();

  void add(FlowCommand.Await await) {
    callers
        .computeIfAbsent(await.waiting().attemptUid(), uid -> new ArrayList<>())
        .add(new Caller(await.until(), await.replyTo()));
  }

  void granted(Lease lease) {
    answer(lease.attemptUid(), lease);
  }

  /** It ended while it waited. */
  void ended(UUID attemptUid) {
    answer(attemptUid, null);
  }

  private void answer(UUID attemptUid, Lease lease) {
    List<Caller> waiting = callers.remove(attemptUid);
    if (waiting != null) {
      waiting.forEach(caller -> caller.replyTo().tell(new AwaitReply(lease)));
    }
  }

  /** Whoever waited long enough is told that it still waits, unless it is about to be granted. */
  void expire(Instant now, Predicate<UUID> aboutToGet) {
    callers.forEach(
        (uid, waiting) -> {
          List<Caller> late =
              waiting.stream()
                  .filter(caller -> !now.isBefore(caller.until()) && !aboutToGet.test(uid))
                  .toList();
          waiting.removeAll(late);
          late.forEach(caller -> caller.replyTo().tell(new AwaitReply(null)));
        });
    callers.values().removeIf(List::isEmpty);
  }
}
