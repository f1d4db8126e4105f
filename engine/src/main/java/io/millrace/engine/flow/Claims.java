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

/** The remote workers that wait for work, in the order in which they came. */
final class Claims {
  private final Map<String, Claim> open = new LinkedHashMap<>();

  void add(Claim claim) {
    Claim older = open.remove(claim.worker());
    if (older != null) {
      older.replyTo().tell(new ClaimReply(List.of(), true));
    }
    open.put(claim.worker(), claim);
  }

  /**
   * A claim whose client is gone gets nothing. One that is about to get something is answered: its
   * node knows that the client is gone.
   */
  void withdraw(FlowCommand.Withdraw gone, Predicate<String> aboutToGet) {
    Claim claim = open.get(gone.worker());
    if (claim != null && gone.claim().equals(claim.id()) && !aboutToGet.test(gone.worker())) {
      open.remove(gone.worker());
      claim.replyTo().tell(new ClaimReply(List.of(), false));
    }
  }

  List<Offer> offers() {
    return open.values().stream().map(Claim::offer).toList();
  }

  Set<String> workers() {
    return open.keySet();
  }

  /** What a worker's open claim asks for; null if it has none. */
  Offer offer(String worker) {
    Claim claim = open.get(worker);
    return claim == null ? null : claim.offer();
  }

  /**
   * A claim that gets work is answered, and with it closed.
   *
   * @return the workers that were answered: from now on their heartbeats count, however long they
   *     waited
   */
  Set<String> answer(List<Lease> granted) {
    Map<String, List<Lease>> byWorker = new LinkedHashMap<>();
    for (Lease lease : granted) {
      if (open.containsKey(lease.worker())) {
        byWorker.computeIfAbsent(lease.worker(), worker -> new ArrayList<>()).add(lease);
      }
    }
    byWorker.forEach(
        (worker, leases) -> open.remove(worker).replyTo().tell(new ClaimReply(leases, false)));
    return byWorker.keySet();
  }

  /** Whoever waited long enough is told that there is nothing, unless it is about to get some. */
  void expire(Instant now, Predicate<String> aboutToGet) {
    List<Claim> expired =
        open.values().stream()
            .filter(claim -> !now.isBefore(claim.until()) && !aboutToGet.test(claim.worker()))
            .toList();
    for (Claim claim : expired) {
      open.remove(claim.worker());
      claim.replyTo().tell(new ClaimReply(List.of(), false));
    }
  }
}
