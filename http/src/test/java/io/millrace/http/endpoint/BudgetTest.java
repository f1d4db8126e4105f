package io.millrace.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.endpoint.Budget.TakeResult;
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
    assertThat(budget.take(ONE, 6)).isEqualTo(TakeResult.ADMITTED);
    assertThat(budget.take(ONE, 1)).isEqualTo(TakeResult.OWN_SHARE);
    assertThat(budget.take(OTHER, 4)).isEqualTo(TakeResult.ADMITTED);
    assertThat(budget.take(new UUID(0, 3), 1)).isEqualTo(TakeResult.FULL);
    budget.giveBack(ONE, 6);
    assertThat(budget.take(ONE, 1)).isEqualTo(TakeResult.ADMITTED);
  }

  @Test
  void aLoneCallerMayTakeMoreThanItsShareAtOnceButNotTwice() {
    Budget budget = new Budget(10, 6);
    assertThat(budget.take(ONE, 8)).isEqualTo(TakeResult.ADMITTED);
    assertThat(budget.take(ONE, 1)).isEqualTo(TakeResult.OWN_SHARE);
  }

  @Test
  void everybodyGetsAtLeastOnePlace() {
    assertThat(Budget.share(1, 0.5)).isEqualTo(1);
  }

  private record TakenShare(UUID caller, long amount) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverIsMoreTakenThanThereIsAndAllOfItIsGivenBack(long seed) {
    Random random = new Random(seed);
    Budget budget = new Budget(100, 60);
    Deque<TakenShare> taken = new ArrayDeque<>();
    Map<UUID, Long> own = new HashMap<>();
    for (int step = 0; step < 10_000; step++) {
      if (random.nextBoolean() && !taken.isEmpty()) {
        TakenShare back = random.nextBoolean() ? taken.removeFirst() : taken.removeLast();
        budget.giveBack(back.caller(), back.amount());
        own.merge(back.caller(), -back.amount(), Long::sum);
        continue;
      }
      TakenShare wish = new TakenShare(new UUID(0, random.nextInt(4)), 1 + random.nextInt(100));
      TakeResult answer = budget.take(wish.caller(), wish.amount());
      assertThat(answer).isEqualTo(expected(own, wish));
      if (answer == TakeResult.ADMITTED) {
        taken.add(wish);
        own.merge(wish.caller(), wish.amount(), Long::sum);
      }
    }
    List.copyOf(taken).forEach(back -> budget.giveBack(back.caller(), back.amount()));
    assertThat(budget.take(ONE, 100)).isEqualTo(TakeResult.ADMITTED);
  }

  private static TakeResult expected(Map<UUID, Long> own, TakenShare wish) {
    long before = own.getOrDefault(wish.caller(), 0L);
    if (own.values().stream().mapToLong(Long::longValue).sum() + wish.amount() > 100) {
      return TakeResult.FULL;
    }
    return before > 0 && before + wish.amount() > 60 ? TakeResult.OWN_SHARE : TakeResult.ADMITTED;
  }
}
