package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.PlanClients.PlannedClient;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a day in memory: the numbers of the users of each minute. {@link PlanLayout} decides,
 * as it does for the stored plan.
 */
public final class VirtualPlan {
  private final int[] begins = new int[Pass.END + 1];
  private int[] users = {};

  /**
   * The users of a client, in the order of their ids.
   *
   * @param refreshesPerDay its own number; absent if it has none
   * @param users their numbers
   */
  public record ClientUsers(String id, @Nullable Integer refreshesPerDay, int[] users) {}

  private VirtualPlan() {}

  /** Plans a whole day. */
  public static VirtualPlan of(FlywheelSettings settings, List<ClientUsers> clients) {
    Map<String, int[]> usersOf = new HashMap<>();
    List<PlannedClient> planned = new ArrayList<>();
    for (ClientUsers client : clients) {
      usersOf.put(client.id(), client.users());
      int n = settings.refreshesPerDay(client.id(), client.refreshesPerDay());
      planned.add(new PlannedClient(client.id(), client.users().length, n));
    }
    VirtualPlan plan = new VirtualPlan();
    int[] sizes = new int[Pass.END];
    PlanLayout.forEach(
        planned, Pass.FIRST, 0, PlannedCounts.NONE, layout -> plan.count(layout, sizes));
    plan.setBegins(sizes);
    int[] next = plan.begins.clone();
    PlanLayout.forEach(
        planned,
        Pass.FIRST,
        0,
        PlannedCounts.NONE,
        layout -> plan.fill(layout, usersOf.getOrDefault(layout.client().id(), new int[0]), next));
    plan.sort();
    return plan;
  }

  /**
   * A plan as it is stored.
   *
   * @param minutes of the day, one for each place in the plan
   * @param users the number of the user in that place
   */
  public static VirtualPlan stored(int[] minutes, int[] users) {
    VirtualPlan plan = new VirtualPlan();
    int[] sizes = new int[Pass.END];
    for (int minute : minutes) {
      sizes[minute]++;
    }
    plan.setBegins(sizes);
    int[] next = plan.begins.clone();
    for (int place = 0; place < minutes.length; place++) {
      plan.users[next[minutes[place]]++] = users[place];
    }
    plan.sort();
    return plan;
  }

  private void count(PlanLayout layout, int[] sizes) {
    for (Pass pass : layout.passes()) {
      for (int slot = 0; slot < layout.counts().length; slot++) {
        sizes[pass.from() + slot] += layout.counts()[slot];
      }
    }
  }

  private void setBegins(int[] sizes) {
    for (int minute = 0; minute < Pass.END; minute++) {
      begins[minute + 1] = begins[minute] + sizes[minute];
    }
    users = new int[begins[Pass.END]];
  }

  private void fill(PlanLayout layout, int[] clientUsers, int[] next) {
    for (Pass pass : layout.passes()) {
      int rank = 0;
      for (int slot = 0; slot < layout.counts().length; slot++) {
        for (int i = 0; i < layout.counts()[slot]; i++) {
          users[next[pass.from() + slot]++] = clientUsers[rank++];
        }
      }
    }
  }

  /** A minute runs in the order of the users' ids. */
  private void sort() {
    for (int minute = 0; minute < Pass.END; minute++) {
      Arrays.sort(users, begins[minute], begins[minute + 1]);
    }
  }

  /** The numbers of the users of a minute of the day. */
  public int[] users(int minute) {
    return Arrays.copyOfRange(users, begins[minute], begins[minute + 1]);
  }

  public int size() {
    return users.length;
  }

  /** Why a minute refreshes that runs now: by the plan, or to catch up. */
  public static TaskReason reason(Instant minute, Instant now) {
    return MinuteRun.reason(minute, now);
  }
}
