package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.flywheel.VirtualPlan.ClientUsers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A plan in memory has every user in the minutes of the stored plan. */
class VirtualPlanTest extends PlanStoreTestBase {

  @Test
  void theVirtualPlanEqualsTheStoredPlan() throws Exception {
    // Ids of all users in one order: those of the first client come before those of the next.
    int[] sizes = {7, 500, 33, 501};
    Integer[] perDay = {1, 4, null, 3};
    List<ClientUsers> clients = new ArrayList<>();
    int first = 0;
    for (int client = 0; client < sizes.length; client++) {
      directory.client("c" + client, perDay[client], false);
      directory.users("c" + client, 0, sizes[client]);
      int begin = first;
      first += sizes[client];
      clients.add(
          new ClientUsers("c" + client, perDay[client], IntStream.range(begin, first).toArray()));
    }
    store.plan(DAY, MIDNIGHT);
    VirtualPlan plan = VirtualPlan.of(settings(""), clients);
    StringBuilder virtual = new StringBuilder();
    for (int minute = 0; minute < Pass.END; minute++) {
      for (int user : plan.users(minute)) {
        virtual.append(minute).append(' ').append(user).append(',');
      }
    }
    assertThat(virtual.toString())
        .isEqualTo(
            directory.value(
                """
                select string_agg(minute || ' ' || n || ',', '' order by minute, n) from plan
                join (select id, row_number() over (order by id) - 1 as n from users) as numbered
                  on id = user_id
                """));
    assertThat(plan.size()).isEqualTo(7 + 4 * 500 + 33 + 3 * 501);
  }
}
