package io.millrace.engine.flow;

import io.millrace.engine.flow.FlowCommand.Claim;
import io.millrace.engine.flow.FlowCommand.ClaimReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The open claims of remote workers, in order of arrival. */
final class Claims {
  private final Map<String, Claim> open = new LinkedHashMap<>();

  /** The same claim may come twice: its node sends it again when the pool has started. */
  void add(Claim claim) {
    Claim older = open.remove(claim.worker());
    if (older != null && (older.id() == null || !older.id().equals(claim.id()))) {
      older.replyTo().tell(new ClaimReply(List.of(), true));
    }
    open.put(claim.worker(), claim);
  }

  boolean isOpen(FlowCommand.Withdraw withdrawn) {
    Claim claim = open.get(withdrawn.worker());
    return claim != null && withdrawn.claim().equals(claim.id());
  }

  /**
   * Closes a claim whose client is gone. A claim that is about to get work stays and is answered
   * later: its node knows that the client is gone.
   */
  void withdraw(FlowCommand.Withdraw withdrawn, Predicate<String> isAboutToGet) {
    Claim claim = open.get(withdrawn.worker());
    if (claim != null && isOpen(withdrawn) && !isAboutToGet.test(withdrawn.worker())) {
      open.remove(withdrawn.worker());
      claim.replyTo().tell(new ClaimReply(List.of(), false));
    }
  }

  List<Offer> offers() {
    return open.values().stream().map(Claim::offer).toList();
  }

  Set<String> workers() {
    return open.keySet();
  }

  /** The offer in a worker's open claim; absent if it has none. */
  @Nullable Offer offer(String worker) {
    Claim claim = open.get(worker);
    return claim == null ? null : claim.offer();
  }

  /**
   * Answers and closes the claims that get work.
   *
   * @return the answered workers; their heartbeats count from now on
   */
  Set<String> answer(List<Lease> granted) {
    Map<String, List<Lease>> byWorker = new LinkedHashMap<>();
    for (Lease lease : granted) {
      if (open.containsKey(lease.worker())) {
        byWorker.computeIfAbsent(lease.worker(), worker -> new ArrayList<>()).add(lease);
      }
    }
    byWorker.forEach(
        (worker, leases) -> {
          Claim claim = open.remove(worker);
          if (claim != null) {
            claim.replyTo().tell(new ClaimReply(leases, false));
          }
        });
    return byWorker.keySet();
  }

  /** Answers expired claims with no work, unless a claim is about to get some. */
  void expire(Instant now, Predicate<String> isAboutToGet) {
    List<Claim> expired =
        open.values().stream()
            .filter(claim -> !now.isBefore(claim.until()) && !isAboutToGet.test(claim.worker()))
            .toList();
    for (Claim claim : expired) {
      open.remove(claim.worker());
      claim.replyTo().tell(new ClaimReply(List.of(), false));
    }
  }
}
