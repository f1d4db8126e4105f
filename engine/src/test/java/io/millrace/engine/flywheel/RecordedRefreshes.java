package io.millrace.engine.flywheel;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** User-sites that give the same answer to the same planned time, as the real ones do. */
final class RecordedRefreshes implements RefreshGateway {

  record Call(String owner, TaskReason reason, Instant plannedAt) {}

  private record Key(String owner, Instant plannedAt) {}

  final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  /** The refreshes that were really started: one for each user-site and planned time. */
  final List<Call> started = Collections.synchronizedList(new ArrayList<>());

  /** Owners that are skipped, and why. */
  final Map<String, String> skipped = new ConcurrentHashMap<>();

  /** Owners that act but do not answer. */
  final Set<String> deaf = ConcurrentHashMap.newKeySet();

  /** Owners that answer with a fault, once. */
  final Set<String> faulty = ConcurrentHashMap.newKeySet();

  /** Owners that answer with a fault, always. */
  final Set<String> broken = ConcurrentHashMap.newKeySet();

  final Map<String, UserSiteFacts> facts = new ConcurrentHashMap<>();

  private final Map<Key, PlannedRefreshReply> answers = new ConcurrentHashMap<>();

  @Override
  public CompletionStage<PlannedRefreshReply> refresh(
      String owner, TaskReason reason, Instant plannedAt, UserSiteFacts given) {
    Call call = new Call(owner, reason, plannedAt);
    calls.add(call);
    facts.put(owner, given);
    if (faulty.remove(owner) || broken.contains(owner)) {
      return CompletableFuture.failedFuture(new IllegalStateException(owner + " is away"));
    }
    PlannedRefreshReply answer =
        answers.computeIfAbsent(
            new Key(owner, plannedAt),
            key -> {
              String why = skipped.get(owner);
              if (why == null) {
                started.add(call);
              }
              return new PlannedRefreshReply(why);
            });
    return deaf.contains(owner)
        ? new CompletableFuture<>()
        : CompletableFuture.completedFuture(answer);
  }
}
