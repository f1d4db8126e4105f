package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DayLayoutTest {

  private static int[] only(int slots, int users) {
    return new DayLayout(slots, 0).next(users);
  }

  private static int difference(int[] counts) {
    return Arrays.stream(counts).max().orElseThrow() - Arrays.stream(counts).min().orElseThrow();
  }

  private static List<Integer> used(int[] counts) {
    return IntStream.range(0, counts.length).filter(slot -> counts[slot] > 0).boxed().toList();
  }

  private static List<Integer> gaps(int[] counts) {
    List<Integer> used = used(counts);
    return IntStream.range(1, used.size()).mapToObj(i -> used.get(i) - used.get(i - 1)).toList();
  }

  @ParameterizedTest
  @CsvSource({"1380,1001,0,1", "1380,1000000,724,725", "690,500,0,1", "345,500,1,2", "1,7,7,7"})
  void everySlotHasTheSameNumberOrOneMore(int slots, int users, int fewest, int most) {
    int[] counts = only(slots, users);
    assertThat(Arrays.stream(counts).sum()).isEqualTo(users);
    assertThat(Arrays.stream(counts).boxed()).allMatch(n -> n == fewest || n == most);
  }

  @Test
  void tenUsersAre138MinutesApart() {
    assertThat(gaps(only(1380, 10))).hasSize(9).containsOnly(138);
  }

  @Test
  void tenUsersAre138MinutesApartBesideALargeClient() {
    DayLayout layout = new DayLayout(1380, 0);
    int[] three = layout.next(3);
    int[] ten = layout.next(10);
    int[] million = layout.next(1_000_000);
    assertThat(gaps(three)).allMatch(gap -> Math.abs(gap - 460) <= 1);
    assertThat(gaps(ten)).hasSize(9).allMatch(gap -> Math.abs(gap - 138) <= 1);
    assertThat(difference(million)).isEqualTo(1);
  }

  @Test
  void manySmallClientsAreEachSpreadOverTheWholePass() {
    DayLayout layout = new DayLayout(1380, 0);
    for (int client = 0; client < 1_000; client++) {
      assertThat(gaps(layout.next(10))).hasSize(9).allMatch(gap -> gap > 100 && gap < 176);
    }
  }

  @Test
  void anotherStepOfALateUserIsAnotherSlot() {
    List<Integer> slots = new ArrayList<>();
    for (int step = 1; step <= 100; step++) {
      slots.addAll(used(new DayLayout(600, step).next(1)));
    }
    slots.sort(null);
    assertThat(slots).hasSize(100).doesNotHaveDuplicates();
    assertThat(IntStream.range(1, 100).map(i -> slots.get(i) - slots.get(i - 1)).boxed())
        .allMatch(gap -> gap < 20);
  }

  @Test
  void bothRulesHoldForAnyClientsInAnyOrderAndAnySlots() {
    Random random = new Random(20260301);
    for (int round = 0; round < 2_000; round++) {
      int slots = 1 + random.nextInt(round % 2 == 0 ? 1380 : 12);
      DayLayout layout = new DayLayout(slots, random.nextInt(1_000_000));
      int[] total = new int[slots];
      for (int client = random.nextInt(30); client >= 0; client--) {
        int users = random.nextInt(1 + random.nextInt(5 * slots));
        int[] counts = layout.next(users);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(users);
        assertThat(difference(counts)).isLessThanOrEqualTo(1);
        Arrays.setAll(total, slot -> total[slot] + counts[slot]);
        assertThat(difference(total)).isLessThanOrEqualTo(1);
      }
    }
  }
}
