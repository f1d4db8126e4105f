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
    return new DayLayout(new int[slots], 0).next(users, new int[slots]);
  }

  private static int[] next(DayLayout layout, int users) {
    return layout.next(users, new int[1380]);
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
    DayLayout layout = new DayLayout(new int[1380], 0);
    int[] three = next(layout, 3);
    int[] ten = next(layout, 10);
    int[] million = next(layout, 1_000_000);
    assertThat(gaps(three)).allMatch(gap -> Math.abs(gap - 460) <= 1);
    assertThat(gaps(ten)).hasSize(9).allMatch(gap -> Math.abs(gap - 138) <= 1);
    assertThat(difference(million)).isEqualTo(1);
  }

  @Test
  void manySmallClientsAreEachSpreadOverTheWholePass() {
    DayLayout layout = new DayLayout(new int[1380], 0);
    for (int client = 0; client < 1_000; client++) {
      assertThat(gaps(next(layout, 10))).hasSize(9).allMatch(gap -> gap > 100 && gap < 176);
    }
  }

  @Test
  void anotherStepOfALateUserIsAnotherSlot() {
    List<Integer> slots = new ArrayList<>();
    for (int step = 1; step <= 100; step++) {
      slots.addAll(used(new DayLayout(new int[600], step).next(1, new int[600])));
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
      DayLayout layout = new DayLayout(new int[slots], random.nextInt(1_000_000));
      int[] total = new int[slots];
      for (int client = random.nextInt(30); client >= 0; client--) {
        int users = random.nextInt(1 + random.nextInt(5 * slots));
        int[] counts = layout.next(users, new int[slots]);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(users);
        assertThat(difference(counts)).isLessThanOrEqualTo(1);
        Arrays.setAll(total, slot -> total[slot] + counts[slot]);
        assertThat(difference(total)).isLessThanOrEqualTo(1);
      }
    }
  }

  /** The emptiest slots are filled first, up to the level of the others. */
  @ParameterizedTest
  @CsvSource({
    "0 1 0 0, 3, 1 0 1 1",
    "5 0 2, 4, 0 3 1",
    "5 0 2, 9, 0 5 4",
    "1 1, 0, 0 0",
  })
  void laterUsersFillTheGaps(String before, int users, String added) {
    int[] had = numbers(before);
    int[] counts = new DayLayout(had, 3).next(users, had);
    assertThat(counts).containsExactly(numbers(added));
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  /** With several clients, their own evenness comes first, and the total follows. */
  @Test
  void batchesOfAnySizeKeepEveryClientEven() {
    Random random = new Random(20261119);
    for (int round = 0; round < 200; round++) {
      int slots = 1 + random.nextInt(round % 2 == 0 ? 1380 : 12);
      int clients = 1 + round % 5;
      int[] total = new int[slots];
      int[][] of = new int[clients][slots];
      for (int step = 0; step < 40; step++) {
        int[] client = of[random.nextInt(clients)];
        int[] counts =
            new DayLayout(total, step).next(random.nextInt(1 + random.nextInt(3 * slots)), client);
        Arrays.setAll(client, slot -> client[slot] + counts[slot]);
        Arrays.setAll(total, slot -> total[slot] + counts[slot]);
        assertThat(difference(client)).isLessThanOrEqualTo(1);
        assertThat(difference(total)).isLessThanOrEqualTo(clients < 3 ? 1 : 3);
      }
    }
  }
}
