package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.Budget.Answer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  @Test
  void aCallerWithItsShareIsToldSoWhileAnotherIsServed() {
    Budget budget = new Budget(10, 6);
    assertThat(budget.take(ONE, 6)).isEqualTo(Answer.ADMITTED);
    assertThat(budget.take(ONE, 1)).isEqualTo(Answer.OWN_SHARE);
    assertThat(budget.take(OTHER, 4)).isEqualTo(Answer.ADMITTED);
    assertThat(budget.take(new UUID(0, 3), 1)).isEqualTo(Answer.FULL);
    budget.giveBack(ONE, 6);
    assertThat(budget.take(ONE, 1)).isEqualTo(Answer.ADMITTED);
  }

  @Test
  void aLoneCallerMayTakeMoreThanItsShareAtOnceButNotTwice() {
    Budget budget = new Budget(10, 6);
    assertThat(budget.take(ONE, 8)).isEqualTo(Answer.ADMITTED);
    assertThat(budget.take(ONE, 1)).isEqualTo(Answer.OWN_SHARE);
  }

  @Test
  void everybodyGetsAtLeastOnePlace() {
    assertThat(Budget.share(1, 0.5)).isEqualTo(1);
  }

  private record Taken(UUID caller, long amount) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverIsMoreTakenThanThereIsAndAllOfItIsGivenBack(long seed) {
    Random random = new Random(seed);
    Budget budget = new Budget(100, 60);
    Deque<Taken> taken = new ArrayDeque<>();
    Map<UUID, Long> own = new HashMap<>();
    for (int step = 0; step < 10_000; step++) {
      if (random.nextBoolean() && !taken.isEmpty()) {
        Taken back = random.nextBoolean() ? taken.removeFirst() : taken.removeLast();
        budget.giveBack(back.caller(), back.amount());
        own.merge(back.caller(), -back.amount(), Long::sum);
        continue;
      }
      Taken wish = new Taken(new UUID(0, random.nextInt(4)), 1 + random.nextInt(100));
      long before = own.getOrDefault(wish.caller(), 0L);
      if (budget.take(wish.caller(), wish.amount()) == Answer.ADMITTED) {
        taken.add(wish);
        own.merge(wish.caller(), wish.amount(), Long::sum);
        assertThat(before == 0 || before + wish.amount() <= 60).isTrue();
      }
      assertThat(budget.used())
          .isEqualTo(own.values().stream().mapToLong(Long::longValue).sum())
          .isLessThanOrEqualTo(100);
    }
    List.copyOf(taken).forEach(back -> budget.giveBack(back.caller(), back.amount()));
    assertThat(budget.used()).isZero();
    assertThat(budget.take(ONE, 100)).isEqualTo(Answer.ADMITTED);
  }

  @Test
  void aDocumentThatTakesAllTheHeapForBodiesLeavesRoomForSmallOnes() {
    BodyBudgets budgets = new BodyBudgets(8_000_000, 1);
    assertThat(budgets.of(200_000, 8_000_000).take(ONE, 8_000_000)).isEqualTo(Answer.ADMITTED);
    assertThat(budgets.of(BodyBudgets.SMALL + 1, 200_000).take(OTHER, 200_000))
        .isEqualTo(Answer.FULL);
    assertThat(budgets.of(BodyBudgets.SMALL, 200_000).take(OTHER, 200_000))
        .isEqualTo(Answer.ADMITTED);
  }

  @Test
  void aSmallBodyThatWouldNotFitAloneTakesFromTheWhole() {
    BodyBudgets budgets = new BodyBudgets(8_000, 1);
    assertThat(budgets.of(100, 3_600).take(ONE, 3_600)).isEqualTo(Answer.ADMITTED);
    assertThat(budgets.most()).isEqualTo(8_000);
  }
}
