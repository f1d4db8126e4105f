package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.flywheel.PlanStore.PlanResult;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanStoreTest extends PlanStoreTestBase {
  @Test
  void aThousandAndOneUsersAreNoneOrOneAMinute() throws Exception {
    directory.client("acme", null);
    directory.users("acme", 0, 1001);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new PlanResult(DAY, 1001, 1001, 0));
    assertThat(directory.number("select count(*) from plan")).isEqualTo(1001);
    assertThat(directory.number("select count(distinct user_id) from plan")).isEqualTo(1001);
    assertThat(unevenness("true", 60, 1440)).isEqualTo(1);
    assertThat(directory.number("select count(*) from plan where minute < 60 or minute > 1439"))
        .isZero();
    assertThat(directory.number("select count(*) from plan_minutes where state = 'waiting'"))
        .isEqualTo(1380);
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(1001);
    assertThat(directory.value("select min(at) || ' ' || max(at) from plan_minutes"))
        .isEqualTo("2026-03-01 01:00:00+00 2026-03-01 23:59:00+00");
  }

  @Test
  void aHundredThousandUsersAre72Or73AMinute() throws Exception {
    directory.client("acme", 1);
    directory.users("acme", 0, 100_000);
    assertThat(store.plan(DAY, MIDNIGHT).refreshes()).isEqualTo(100_000);
    assertThat(directory.value("select min(users) || ' ' || max(users) from plan_minutes"))
        .isEqualTo("72 73");
    String before = everything();
    assertThat(store.plan(DAY, NOON)).isEqualTo(new PlanResult(DAY, 0, 0, 0));
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void twiceADayIsTwoPassesInTheSameOrder() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 5_000);
    store.plan(DAY, MIDNIGHT);
    assertThat(unevenness("pass = 1", 60, 750)).isEqualTo(1);
    assertThat(unevenness("pass = 2", 750, 1440)).isEqualTo(1);
    assertThat(
            directory.number(
                """
                select count(*) from plan a join plan b using (date, user_id)
                where a.pass = 1 and b.pass = 2 and b.minute - a.minute = 690
                """))
        .isEqualTo(5_000);
  }

  @Test
  void clientsOfFourAndThreeTimesADayHave3503Refreshes() throws Exception {
    directory.client("four", 4);
    directory.client("three", 3);
    directory.client("off", 0);
    directory.users("four", 0, 500);
    directory.users("three", 0, 501);
    directory.users("off", 0, 100);
    assertThat(store.plan(DAY, MIDNIGHT)).isEqualTo(new PlanResult(DAY, 1001, 3503, 0));
    assertThat(
            directory.value(
                """
                select string_agg(client_id || ' ' || times || ': ' || users, ', ' order by times)
                from (select client_id, times, count(*) as users from (
                    select client_id, user_id, count(*) as times from plan
                    join users on id = user_id group by 1, 2) as t group by 1, 2) as u
                """))
        .isEqualTo("three 3: 501, four 4: 500");
    assertThat(directory.number("select sum(users) from plan_minutes")).isEqualTo(3503);
  }

  @Test
  void tenUsersAre138MinutesApartBesideAnyOthers() throws Exception {
    directory.client("big", null);
    directory.client("ten", null);
    directory.users("big", 0, 12_345);
    directory.users("ten", 0, 10);
    store.plan(DAY, MIDNIGHT);
    assertThat(
            directory.value(
                """
                select string_agg(distinct gap::text, ',') from (
                  select minute - lag(minute) over (order by minute) as gap
                  from plan join users on id = user_id where client_id = 'ten') as gaps
                """))
        .isEqualTo("138");
    assertThat(unevenness("true", 60, 1440)).isEqualTo(1);
    assertThat(unevenness("client_id = 'big'", 60, 1440)).isEqualTo(1);
  }

  @Test
  void bothRulesHoldForRandomClients() throws Exception {
    Random random = new Random(7);
    int[] numbers = {1, 7, 13};
    List<String> clients = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String client = "c" + i;
      clients.add(client);
      directory.client(client, numbers[i % 3]);
      directory.users(client, 0, random.nextInt(3_000));
    }
    Instant late = MIDNIGHT.plus(Duration.ofMinutes(random.nextInt(1_300)));
    store.plan(DAY, late);
    int from = Pass.firstPlannableMinute(DAY, late);
    for (int i = 0; i < 12; i++) {
      for (Pass pass : Pass.remaining(numbers[i % 3], from)) {
        String ofPass = "pass = " + pass.number() + " and client_id ";
        assertThat(unevenness(ofPass + "= 'c" + i + "'", pass.from(), pass.until()))
            .isLessThanOrEqualTo(1);
        String same =
            ofPass
                + "in ('c%d', 'c%d', 'c%d', 'c%d')"
                    .formatted(i % 3, i % 3 + 3, i % 3 + 6, i % 3 + 9);
        assertThat(unevenness(same, pass.from(), pass.until())).isLessThanOrEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 11, 690, 1379, 1380})
  void everyNumberOfRefreshesGivesEveryUserAsMany(int n) throws Exception {
    directory.client("acme", n);
    directory.users("acme", 0, 5);
    assertThat(store.plan(DAY, MIDNIGHT).refreshes()).isEqualTo(5L * n);
    assertThat(
            directory.number(
                "select min(n) from (select count(distinct minute) as n from plan group by user_id)"
                    + " x"))
        .isEqualTo(n);
  }

  @Test
  void aClientsOwnNumberComesBeforeTheConfiguredOneAndThatBeforeTheDefault() throws Exception {
    store =
        new PlanStore(
            pool,
            settings("defaultRefreshesPerDay = 2, refreshesPerDay { a = 5, b = 6, \"x.y\" = 3 }"));
    directory.client("a", 4);
    for (String client : List.of("b", "c", "x.y")) {
      directory.client(client, null);
    }
    for (String client : List.of("a", "b", "c", "x.y")) {
      directory.users(client, 0, 1);
    }
    store.plan(DAY, MIDNIGHT);
    assertThat(
            directory.value(
                "select string_agg(client_id || refreshes_per_day, ' ' order by client_id) from"
                    + " plan_clients"))
        .isEqualTo("a4 b6 c2 x.y3");
    assertThat(directory.number("select count(*) from plan")).isEqualTo(15);
  }

  @Test
  void plansThatAreOldEnoughAreDroppedWithEverythingOfTheirDays() throws Exception {
    store = new PlanStore(pool, settings("keepPlans = 2d"));
    directory.client("acme", 1);
    directory.users("acme", 0, 10);
    for (int day = 0; day < 4; day++) {
      store.plan(DAY.plusDays(day), MIDNIGHT.plus(Duration.ofDays(day)));
    }
    store.dropOld(DAY.plusDays(3));
    assertThat(reader.day(DAY)).isEmpty();
    Set<LocalDate> left = new HashSet<>();
    for (int day = 1; day < 4; day++) {
      left.add(reader.day(DAY.plusDays(day)).orElseThrow().date());
      assertThat(reader.slots("acme-0000003", DAY.plusDays(day))).hasSize(1);
    }
    assertThat(left).hasSize(3);
    assertThat(directory.number("select count(*) from plan")).isEqualTo(30);
    assertThat(directory.number("select count(*) from plan_minutes")).isEqualTo(3 * 1380);
    assertThat(directory.number("select count(*) from plan_clients")).isEqualTo(3);
    assertThat(
            directory.number("select count(*) from pg_inherits where inhparent = 'plan'::regclass"))
        .isEqualTo(3);
  }

  @Test
  void thePlanCanBeReadByMinuteAndByUser() throws Exception {
    directory.client("acme", 2);
    directory.users("acme", 0, 690);
    store.plan(DAY, MIDNIGHT);
    assertThat(reader.day(DAY).orElseThrow().minutes())
        .hasSize(1380)
        .allMatch(minute -> minute.tally().users() == 1 && minute.state() == MinuteState.WAITING);
    assertThat(reader.slots("acme-0000009", DAY))
        .containsExactly(
            new PlanOverviewStore.PlannedSlot(Pass.at(DAY, 69), 1, MinuteState.WAITING, null),
            new PlanOverviewStore.PlannedSlot(Pass.at(DAY, 759), 2, MinuteState.WAITING, null));
    assertThat(reader.nextAfter("acme-0000009", MIDNIGHT, 1)).contains(Pass.at(DAY, 69));
    assertThat(reader.nextAfter("acme-0000009", Pass.at(DAY, 69), 1)).contains(Pass.at(DAY, 759));
    assertThat(reader.nextAfter("acme-0000009", Pass.at(DAY, 759), 1)).isEmpty();
    assertThat(reader.nextAfter("nobody", MIDNIGHT, 1)).isEmpty();
    assertThat(reader.day(DAY.plusDays(1))).isEmpty();
  }

  @Test
  void aUserWhoCameAfterThePlanIsSaidToBePlannedUntilItHasAPlace() throws Exception {
    directory.client("acme", 1);
    store.plan(DAY, MIDNIGHT);
    directory.newUsers("acme", 0, 1);
    assertThat(plan("acme-0000000"))
        .contains(new PlanOverviewStore.UserPlan(PlanState.PLANNING, List.of()));
    store.planNewUsers(DAY, MIDNIGHT);
    PlanOverviewStore.UserPlan planned = plan("acme-0000000").orElseThrow();
    assertThat(planned.state()).isEqualTo(PlanState.PLANNED);
    assertThat(planned.slots()).hasSize(1);
    assertThat(plan("nobody")).isEmpty();
  }

  private Optional<PlanOverviewStore.UserPlan> plan(String user) throws Exception {
    return reader.plan(user, DAY, settings(""), MIDNIGHT);
  }

  @Test
  void aUserAsTheRulesSeeItCanBeRead() throws Exception {
    directory.client("strict", 1, true);
    directory.user("u", "strict", "BLOCKED", "2026-02-01T00:00:00Z");
    assertThat(reader.user("u"))
        .contains(
            new PlannedUser("u", true, true, Instant.parse("2026-02-01T00:00:00Z"), true, false));
    assertThat(reader.user("nobody")).isEmpty();
  }
}
