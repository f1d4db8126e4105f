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
import org.jspecify.annotations.Nullable;

/** The callers that wait for a reply when their task is granted a channel. */
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

  /** The task ended while it waited. */
  void ended(UUID attemptUid) {
    answer(attemptUid, null);
  }

  private void answer(UUID attemptUid, @Nullable Lease lease) {
    List<Caller> waiting = callers.remove(attemptUid);
    if (waiting != null) {
      waiting.forEach(caller -> caller.replyTo().tell(new AwaitReply(lease)));
    }
  }

  /**
   * Replies to callers whose wait is over that the task still waits, unless a grant is imminent.
   */
  void expire(Instant now, Predicate<UUID> isAboutToGet) {
    callers.forEach(
        (uid, waiting) -> {
          List<Caller> expired =
              waiting.stream()
                  .filter(caller -> !now.isBefore(caller.until()) && !isAboutToGet.test(uid))
                  .toList();
          waiting.removeAll(expired);
          expired.forEach(caller -> caller.replyTo().tell(new AwaitReply(null)));
        });
    callers.values().removeIf(List::isEmpty);
  }
}
