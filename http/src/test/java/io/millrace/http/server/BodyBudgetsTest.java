package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.endpoint.Budget.TakeResult;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BodyBudgetsTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  @Test
  void aDocumentThatTakesAllTheHeapForBodiesLeavesRoomForSmallOnes() {
    BodyBudgets budgets = new BodyBudgets(8_000_000, 1);
    assertThat(budgets.budgetFor(200_000, 8_000_000).take(ONE, 8_000_000))
        .isEqualTo(TakeResult.ADMITTED);
    assertThat(budgets.budgetFor(BodyBudgets.SMALL + 1, 200_000).take(OTHER, 200_000))
        .isEqualTo(TakeResult.FULL);
    assertThat(budgets.budgetFor(BodyBudgets.SMALL, 200_000).take(OTHER, 200_000))
        .isEqualTo(TakeResult.ADMITTED);
  }

  @Test
  void aSmallBodyThatWouldNotFitAloneTakesFromTheWhole() {
    BodyBudgets budgets = new BodyBudgets(8_000, 1);
    assertThat(budgets.budgetFor(100, 3_600).take(ONE, 3_600)).isEqualTo(TakeResult.ADMITTED);
    assertThat(budgets.most()).isEqualTo(8_000);
  }
}
