package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many users of each client go into each slot of their passes. Users fill the slots in the
 * order of their ids.
 *
 * @param counts the users of each slot
 * @param passes those with these counts: they have the same length
 */
record PlanLayout(PlannedClient client, int[] counts, List<Pass> passes) {
  private static final Comparator<PlannedClient> SMALLEST_FIRST =
      Comparator.comparingInt(PlannedClient::users).thenComparing(PlannedClient::id);

  /** A pass that has begun may have other users than the later ones. */
  private static final int BEGUN = 0;

  /**
   * The users of all clients with the same refreshes per day.
   *
   * @param passes those with these totals: they have the same length
   * @param total the users of each slot
   */
  record PassTotals(int refreshesPerDay, List<Pass> passes, int[] total) {}

  /** Receives one layout after the other. */
  @FunctionalInterface
  interface LayoutConsumer<E extends Exception> {
    void accept(PlanLayout layout) throws E;
  }

  /**
   * Lays out clients in the rest of a day. Returns what the passes hold then.
   *
   * @param from the first minute that can be planned
   * @param step the place in the golden sequence to begin with
   * @param planned the users who have their places already
   */
  static <E extends Exception> List<PassTotals> forEach(
      List<PlannedClient> clients,
      int from,
      int step,
      PlannedCounts planned,
      LayoutConsumer<E> consumer)
      throws E {
    Map<Integer, List<PlannedClient>> byRefreshesPerDay = new TreeMap<>();
    for (PlannedClient client : clients.stream().sorted(SMALLEST_FIRST).toList()) {
      if (client.users() > 0) {
        byRefreshesPerDay
            .computeIfAbsent(client.refreshesPerDay(), n -> new ArrayList<>())
            .add(client);
      }
    }
    List<PassTotals> totals = new ArrayList<>();
    for (Map.Entry<Integer, List<PlannedClient>> group : byRefreshesPerDay.entrySet()) {
      for (List<Pass> passes : alike(group.getKey(), from)) {
        Pass first = passes.get(0);
        DayLayout layout = new DayLayout(planned.ofAll(group.getKey(), first), step);
        for (PlannedClient client : group.getValue()) {
          int[] counts = layout.next(client.users(), planned.ofClient(client.id(), first));
          consumer.accept(new PlanLayout(client, counts, passes));
        }
        totals.add(new PassTotals(group.getKey(), passes, layout.total()));
      }
    }
    return totals;
  }

  /** The rest of each pass. Passes with the same users are together, and have the same layout. */
  static Collection<List<Pass>> alike(int refreshesPerDay, int from) {
    Map<Integer, List<Pass>> alike = new TreeMap<>(); // there are at most three lengths
    for (Pass pass : Pass.remaining(refreshesPerDay, from)) {
      alike
          .computeIfAbsent(pass.from() == from ? BEGUN : pass.length(), key -> new ArrayList<>())
          .add(pass);
    }
    return alike.values();
  }
}
