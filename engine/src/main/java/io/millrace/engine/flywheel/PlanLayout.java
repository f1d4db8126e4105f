package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import java.util.ArrayList;
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

  /** Receives one layout after the other. */
  @FunctionalInterface
  interface LayoutConsumer<E extends Exception> {
    void accept(PlanLayout layout) throws E;
  }

  /**
   * Lays out clients in the rest of a day.
   *
   * @param from the first minute that can be planned
   * @param step the place in the golden sequence to begin with
   */
  static <E extends Exception> void forEach(
      List<PlannedClient> clients, int from, int step, LayoutConsumer<E> consumer) throws E {
    Map<Integer, List<PlannedClient>> byRefreshesPerDay = new TreeMap<>();
    for (PlannedClient client : clients.stream().sorted(SMALLEST_FIRST).toList()) {
      if (client.users() > 0) {
        byRefreshesPerDay
            .computeIfAbsent(client.refreshesPerDay(), n -> new ArrayList<>())
            .add(client);
      }
    }
    for (Map.Entry<Integer, List<PlannedClient>> group : byRefreshesPerDay.entrySet()) {
      // Passes of the same length have the same layout. There are at most three lengths.
      Map<Integer, List<Pass>> byLength = new TreeMap<>();
      for (Pass pass : Pass.remaining(group.getKey(), from)) {
        byLength.computeIfAbsent(pass.length(), length -> new ArrayList<>()).add(pass);
      }
      for (Map.Entry<Integer, List<Pass>> passes : byLength.entrySet()) {
        DayLayout layout = new DayLayout(passes.getKey(), step);
        for (PlannedClient client : group.getValue()) {
          consumer.accept(new PlanLayout(client, layout.next(client.users()), passes.getValue()));
        }
      }
    }
  }
}
