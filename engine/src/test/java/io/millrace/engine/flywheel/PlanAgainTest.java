package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.flywheel.PlanStore.PlanResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A day that is planned again, late, or with other users and clients. */
class PlanAgainTest extends PlanStoreTestBase {
  @Test
  void planningTwiceChangesNothing() throws Exception {
    directory.client("a", 3);
    directory.client("b", 7);
    directory.users("a", 0, 777);
    directory.users("b", 0, 88);
    store.plan(DAY, MIDNIGHT);
    String before = everything();
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(store.plan(DAY, NOON)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(store.planNewUsers(DAY, NOON)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void twoNodesThatPlanAtOncePlanOnce() throws Exception {
    directory.client("a", 2);
    directory.users("a", 0, 20_000);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<PlanResult>> plans = new ArrayList<>();
      for (int node = 0; node < 3; node++) {
        plans.add(threads.submit(() -> store.plan(DAY, MIDNIGHT)));
      }
      long refreshes = 0;
      for (Future<PlanResult> plan : plans) {
        refreshes += plan.get().refreshes();
      }
      assertThat(refreshes).isEqualTo(40_000);
    } finally {
      threads.shutdown();
    }
    assertThat(directory.number("select count(*) from plan")).isEqualTo(40_000);
  }

  @Test
  void aUserWhoComesLaterIsLaidIntoWhatIsLeft() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 100);
    store.plan(DAY, MIDNIGHT);
    directory.newUsers("acme", 100, 105);
    assertThat(store.planNewUsers(DAY, NOON)).isEqualTo(new PlanResult(DAY, 5, 10, 0));
    assertThat(
            directory.number(
                "select count(*) from plan where user_id >= 'acme-0000100' and minute <= 720"))
        .isZero();
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(210);
    assertThat(directory.number("select count(*) from unplanned_users")).isZero();
    assertThat(store.plan(DAY, NOON).refreshes()).isZero();
  }

  @Test
  void usersWhoComeOneByOneDoNotMeetInTheSameMinutes() throws Exception {
    directory.client("acme", 1);
    store.plan(DAY, MIDNIGHT);
    for (int i = 0; i < 50; i++) {
      directory.newUsers("acme", i, i + 1);
      store.planNewUsers(DAY, NOON.plusSeconds(i % 3));
    }
    assertThat(directory.number("select max(users) from plan_minutes")).isEqualTo(1);
    assertThat(
            directory.number(
                """
                select max(gap) from (select minute - lag(minute) over (order by minute) as gap
                from plan) as gaps
                """))
        .isLessThan(40);
  }

  @Test
  void usersWhoComeInBatchesAreAsEvenAsAllAtOnce() throws Exception {
    directory.client("acme", 1);
    directory.client("twice", 2);
    store.plan(DAY, MIDNIGHT);
    for (int[] batch : new int[][] {{0, 1_000}, {1_000, 1_001}, {1_001, 1_500}, {1_500, 3_000}}) {
      directory.newUsers("acme", batch[0], batch[1]);
      directory.newUsers("twice", batch[0], batch[1]);
      store.planNewUsers(DAY, MIDNIGHT);
      assertThat(unevenness("client_id = 'acme'", 60, 1440)).isEqualTo(1);
      assertThat(unevenness("client_id = 'twice'", 60, 750)).isEqualTo(1);
      assertThat(unevenness("client_id = 'twice'", 750, 1440)).isEqualTo(1);
    }
    assertThat(
            directory.number(
                """
                select count(*) from plan a join plan b using (date, user_id)
                where a.pass = 1 and b.pass = 2 and b.minute - a.minute = 690
                """))
        .isEqualTo(3_000);
  }

  @Test
  void randomBatchesAndNumbersKeepWhatIsLeftEven() throws Exception {
    Random random = new Random(11);
    int[] users = new int[6];
    for (int i = 0; i < 6; i++) {
      directory.client("c" + i, 1 + i / 4);
      users[i] = random.nextInt(1_000);
      directory.users("c" + i, 0, users[i]);
    }
    int[] numbers = {1, 1, 1, 1, 2, 2};
    store.plan(DAY, MIDNIGHT);
    Instant now = MIDNIGHT;
    for (int round = 0; round < 30; round++) {
      now = now.plus(Duration.ofMinutes(random.nextInt(60)));
      int i = random.nextInt(6);
      if (round % 6 == 5) {
        numbers[i] = 1 + random.nextInt(3);
        directory.execute(
            "update clients set refreshes_per_day = %d where id = 'c%d'".formatted(numbers[i], i));
        store.plan(DAY, now);
      } else {
        int more = random.nextInt(1_500);
        directory.newUsers("c" + i, users[i], users[i] + more);
        users[i] += more;
        store.planNewUsers(DAY, now);
      }
      int from = Pass.firstPlannableMinute(DAY, now);
      for (int client = 0; client < 6; client++) {
        for (Pass pass : Pass.remaining(numbers[client], from)) {
          assertThat(unevenness("client_id = 'c" + client + "'", pass.from(), pass.until()))
              .isLessThanOrEqualTo(1);
          assertThat(unevenness(like(numbers, client), pass.from(), pass.until()))
              .isLessThanOrEqualTo(1);
        }
      }
      assertThat(directory.number("select count(*) from (%s) differ".formatted(MISCOUNTED)))
          .isZero();
    }
  }

  /** All clients with the number of refreshes of this one. */
  private static String like(int[] numbers, int client) {
    return IntStream.range(0, numbers.length)
        .filter(other -> numbers[other] == numbers[client])
        .mapToObj(other -> "'c" + other + "'")
        .collect(Collectors.joining(",", "client_id in (", ")"));
  }

  private static final String MISCOUNTED =
      """
select m.at from plan_minutes m left join plan p
  on p.date = '2026-03-01' and m.at = timestamptz '2026-03-01 00:00Z' + p.minute * interval '1 minute'
group by m.at, m.users having m.users <> count(p.minute)
""";

  @Test
  void aUserThePlanWasNotToldOfIsFoundWhenItIsMadeAgain() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 10);
    store.plan(DAY, MIDNIGHT);
    String before = directory.value(ROWS);
    directory.client("late", 3);
    directory.users("late", 0, 7);
    assertThat(store.plan(DAY, NOON)).isEqualTo(new PlanResult(DAY, 7, 14, 0));
    directory.execute("delete from plan where user_id like 'late%%'");
    assertThat(directory.value(ROWS)).isEqualTo(before);
  }

  @Test
  void anotherNumberOfRefreshesChangesOnlyWhatIsLeftOfThatClient() throws Exception {
    directory.client("acme", 2);
    directory.client("other", 2);
    directory.users("acme", 0, 1_000);
    directory.users("other", 0, 1_000);
    store.plan(DAY, MIDNIGHT);
    String ran = ROWS + " where minute <= 720 or user_id like 'other%%'";
    String before = directory.value(ran);
    long left =
        directory.number("select count(*) from plan where minute > 720 and user_id like 'acme%%'");
    directory.execute("update clients set refreshes_per_day = 4 where id = 'acme'");
    // Of four passes of 345 minutes, two and the end of another remain.
    assertThat(store.plan(DAY, NOON)).isEqualTo(new PlanResult(DAY, 1_000, 3_000, left));
    assertThat(directory.value(ran)).isEqualTo(before);
    assertThat(unevenness("pass = 4 and client_id = 'acme'", 1095, 1440)).isEqualTo(1);
    assertThat(directory.number("select sum(users) from plan_minutes"))
        .isEqualTo(directory.number("select count(*) from plan"));
    String after = everything();
    store.plan(DAY, NOON);
    assertThat(everything()).isEqualTo(after);
  }

  @Test
  void aClientThatIsSwitchedOffKeepsWhatHasRun() throws Exception {
    directory.client("acme", 4);
    directory.users("acme", 0, 100);
    store.plan(DAY, MIDNIGHT);
    directory.execute("update clients set refreshes_per_day = 0");
    PlanResult planned = store.plan(DAY, NOON);
    assertThat(planned.refreshes()).isZero();
    assertThat(directory.number("select count(*) from plan where minute > 720")).isZero();
    assertThat(directory.number("select count(*) from plan") + planned.removed()).isEqualTo(400);
    directory.execute("update clients set refreshes_per_day = 1");
    assertThat(store.plan(DAY, NOON).refreshes()).isEqualTo(100);
  }

  @Test
  void whatHasRunStaysAlsoIfTheClockWasSetBack() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 2_000);
    store.plan(DAY, MIDNIGHT);
    directory.execute("update plan_minutes set state = 'done' where at <= '2026-03-01T15:00:00Z'");
    String ran = ROWS + " where minute <= 900";
    String before = directory.value(ran);
    directory.execute("update clients set refreshes_per_day = 2");
    store.plan(DAY, NOON);
    assertThat(directory.value(ran)).isEqualTo(before);
  }

  @Test
  void aDayThatIsPlannedLateHasOnlyTheMinutesThatAreLeft() throws Exception {
    directory.client("acme", 3);
    directory.users("acme", 0, 2_000);
    assertThat(store.plan(DAY, NOON)).isEqualTo(new PlanResult(DAY, 2_000, 4_000, 0));
    assertThat(directory.value("select min(at) from plan_minutes"))
        .isEqualTo("2026-03-01 12:01:00+00");
    assertThat(directory.number("select min(minute) from plan")).isEqualTo(721);
    assertThat(unevenness("pass = 2", 721, 980)).isEqualTo(1);
    assertThat(unevenness("pass = 3", 980, 1440)).isEqualTo(1);
  }

  @Test
  void aDayInItsLastMinuteHasNothingLeft() throws Exception {
    directory.client("acme", 3);
    directory.users("acme", 0, 10);
    assertThat(store.plan(DAY, Instant.parse("2026-03-01T23:59:10Z")))
        .isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(store.plan(DAY, Instant.parse("2026-03-02T00:00:10Z")))
        .isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(store.plan(DAY.minusDays(1), NOON).refreshes()).isZero();
    assertThat(directory.number("select count(*) from plan")).isZero();
  }

  @Test
  void whoIsPlannedForTomorrowIsStillNewToday() throws Exception {
    directory.client("acme", 1);
    store.plan(DAY, MIDNIGHT);
    directory.newUsers("acme", 0, 3);
    assertThat(store.plan(DAY.plusDays(1), NOON).refreshes()).isEqualTo(3);
    assertThat(store.planNewUsers(DAY, NOON).refreshes()).isEqualTo(3);
  }

  @Test
  void aUserWhoIsDeletedStaysInThePlanAndOneWhoComesBackIsNotInItTwice() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 3);
    store.plan(DAY, MIDNIGHT);
    String before = directory.value(ROWS);
    directory.execute("delete from users where id = 'acme-0000001'");
    store.plan(DAY, NOON);
    assertThat(directory.value(ROWS)).isEqualTo(before);
    directory.newUsers("acme", 1, 2);
    assertThat(store.planNewUsers(DAY, NOON).refreshes()).isZero();
    assertThat(directory.value(ROWS)).isEqualTo(before);
  }

  @Test
  void aClientThatCameWithItsUsersIsPlannedAgainWhenItsNumberChanges() throws Exception {
    store.plan(DAY, MIDNIGHT);
    directory.client("late", 1);
    directory.newUsers("late", 0, 10);
    assertThat(store.planNewUsers(DAY, MIDNIGHT).refreshes()).isEqualTo(10);
    directory.execute("update clients set refreshes_per_day = 3");
    directory.newUsers("late", 10, 11);
    assertThat(store.planNewUsers(DAY, MIDNIGHT).refreshes()).isEqualTo(3);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new PlanResult(DAY, 11, 33, 13));
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
  }
}
