package io.millrace.engine.flow;

import static io.millrace.engine.flow.PoolKit.NOW;
import static io.millrace.engine.flow.PoolKit.queue;
import static io.millrace.engine.flow.PoolKit.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.engine.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next channel goes to reserves first, then to the draw. */
class AdmissionTest {
  private static final PoolConfig SEED = config(8, "TDR 2/20", "COURTDOC 2/20", "DEFAULT 1/60");

  /** Parses texts such as {@code TDR 2/20}: two channels reserved, a probability of 20. */
  static PoolConfig config(int max, String... systems) {
    return new PoolConfig(
        true,
        max,
        Arrays.stream(systems)
            .map(text -> text.split("[ /]"))
            .map(
                part ->
                    new SourceSystem(part[0], Integer.parseInt(part[1]), Integer.parseInt(part[2])))
            .toList());
  }

  /** A queue with one waiting task of each of these systems, for any worker. */
  private static WaitingQueue waiting(PoolConfig config, String... systems) {
    return queue(
        config,
        Arrays.stream(systems)
            .map(system -> task(system, 1, Task.CALLER))
            .toArray(WaitingTask[]::new));
  }

  /** The system of the next grant; null if there is none. */
  private static String next(
      PoolConfig config, Map<String, Integer> running, Draw draw, String... waiting) {
    int[] used = new int[config.sourceSystems().size()];
    running.forEach((system, n) -> used[config.systemIndex(system)] += n);
    Slots slots = new Slots(Map.of(), List.of());
    Admission.Grant turn =
        new Admission(config, used, waiting(config, waiting), slots, draw).next();
    return turn == null ? null : turn.task().system();
  }

  @Test
  void whatIsExpectedOfADrawIsTheShareAmongThoseThatWait() {
    PoolConfig config = config(2, "A 0/20", "B 0/20", "DEFAULT 0/60");
    WaitingQueue waiting = waiting(config, "A", "DEFAULT");
    Slots slots = new Slots(Map.of(), List.of());
    Admission admission = new Admission(config, new int[3], waiting, slots, most -> 1);
    assertThat(admission.next().task().system()).isEqualTo("A");
    assertThat(admission.expected()).containsExactly(0.25, 0, 0.75);
    assertThat(admission.next().task().system()).isEqualTo("DEFAULT");
    assertThat(admission.expected()).containsExactly(0.25, 0, 1.75);
  }

  @Test
  void aPausedSystemIsGrantedNothingAndKeepsItsReserve() {
    PoolConfig open = config(3, "A 1/50", "B 0/25", "DEFAULT 0/25");
    PoolConfig paused = open.withPaused("A", "the bank asked us");
    assertThat(next(open, Map.of(), most -> 1, "A", "B")).isEqualTo("A");
    assertThat(next(paused, Map.of(), number(1, 25), "A", "B")).isEqualTo("B");
    assertThat(next(paused, Map.of("B", 2), most -> 1, "A", "B")).as("one is reserved").isNull();
    assertThat(next(paused, Map.of(), most -> 1, "A")).isNull();
    assertThat(next(paused.withPaused("A", null), Map.of(), most -> 1, "A")).isEqualTo("A");
  }

  @Test
  void pausingDefaultPausesUnlistedSystems() {
    PoolConfig paused = config(2, "A 0/50", "DEFAULT 0/50").withPaused("DEFAULT", "lunch");
    assertThat(next(paused, Map.of(), most -> 1, "OTHER")).isNull();
    assertThat(next(paused, Map.of(), number(1, 50), "OTHER", "A")).isEqualTo("A");
  }

  private static Draw number(int number, int outOf) {
    return most -> {
      assertThat(most).isEqualTo(outOf);
      return number;
    };
  }

  @ParameterizedTest
  @CsvSource({"1, A", "25, A", "26, B", "90, B", "91, DEFAULT", "100, DEFAULT"})
  void rangesFollowEachOtherFromOne(int drawn, String system) {
    PoolConfig config = config(3, "A 0/25", "B 0/65", "DEFAULT 0/10");
    assertThat(next(config, Map.of(), number(drawn, 100), "A", "B", "DEFAULT")).isEqualTo(system);
  }

  @ParameterizedTest
  @CsvSource({"1, A", "25, A", "26, DEFAULT", "45, DEFAULT"})
  void aSystemWhereNothingWaitsIsLeftOutAndTheRangesAreRebuilt(int drawn, String system) {
    PoolConfig config = config(3, "A 0/25", "B 0/55", "DEFAULT 0/20");
    assertThat(next(config, Map.of(), number(drawn, 45), "A", "DEFAULT")).isEqualTo(system);
  }

  @ParameterizedTest
  @CsvSource({"1, TDR", "20, TDR", "21, COURTDOC", "40, COURTDOC", "41, DEFAULT", "100, DEFAULT"})
  void onceTheReservesAreUsedTheDrawDecides(int drawn, String system) {
    Map<String, Integer> running = Map.of("TDR", 2, "COURTDOC", 2, "DEFAULT", 1);
    assertThat(next(SEED, running, number(drawn, 100), "TDR", "COURTDOC", "DEFAULT"))
        .isEqualTo(system);
  }

  @Test
  void reservesAreFilledInTheOrderOfTheConfig() {
    Draw none = number(0, -1);
    String[] all = {"DEFAULT", "COURTDOC", "TDR"};
    assertThat(next(SEED, Map.of(), none, all)).isEqualTo("TDR");
    assertThat(next(SEED, Map.of("TDR", 2), none, all)).isEqualTo("COURTDOC");
    assertThat(next(SEED, Map.of("TDR", 2, "COURTDOC", 2), none, all)).isEqualTo("DEFAULT");
    assertThat(next(SEED, Map.of("TDR", 1), none, "COURTDOC")).isEqualTo("COURTDOC");
  }

  @Test
  void whatIsReservedForAnotherIsNotSpare() {
    PoolConfig config = config(6, "TDR 1/54", "DRI 0/1", "DEFAULT 0/45");
    assertThat(next(config, Map.of("DRI", 5), number(0, -1), "DRI")).isNull();
    assertThat(next(config, Map.of("DRI", 4, "TDR", 1), number(1, 1), "DRI")).isEqualTo("DRI");
  }

  @Test
  void whenAllChannelsAreUsedNothingIsGranted() {
    PoolConfig config = config(2, "TDR 1/0", "TST 1/65", "THREE 0/25", "DEFAULT 0/10");
    assertThat(
            next(
                config,
                Map.of("TDR", 1, "TST", 1),
                number(0, -1),
                "TDR",
                "TST",
                "THREE",
                "DEFAULT"))
        .isNull();
  }

  @Test
  void aSystemWithoutProbabilityHasItsReserveAndNoMore() {
    PoolConfig config = config(9, "TDR 1/0", "DEFAULT 0/100");
    assertThat(next(config, Map.of(), number(0, -1), "TDR")).isEqualTo("TDR");
    assertThat(next(config, Map.of("TDR", 1), number(0, -1), "TDR")).isNull();
  }

  @Test
  void whoIsNotListedCountsToDefaultInEveryStep() {
    PoolConfig config = config(3, "TDR 1/40", "DEFAULT 1/60");
    assertThat(next(config, Map.of(), number(0, -1), "NEW")).as("its reserve").isEqualTo("NEW");
    assertThat(next(config, Map.of("OTHER", 1), number(1, 60), "NEW")).as("drawn").isEqualTo("NEW");
    assertThat(next(config, Map.of("OTHER", 2), number(0, -1), "NEW")).as("TDR's").isNull();
  }

  @Test
  void nothingIsGrantedWhileItIsNotEnabled() {
    assertThat(next(SEED.withEnabled(false), Map.of(), number(0, -1), "TDR")).isNull();
  }

  @Test
  void overManyDrawsEachSystemGetsItsShare() {
    int draws = 100_000;
    PoolConfig config = config(draws, "TDR 0/25", "COURTDOC 0/55", "DEFAULT 0/20");
    Random random = new Random(7);
    WaitingQueue waiting = new WaitingQueue(config);
    List<String> names = List.of("TDR", "COURTDOC", "DEFAULT");
    for (String name : names) {
      for (int i = 0; i < draws; i++) {
        waiting.add(task(name, 1, Task.CALLER));
      }
    }
    AdmissionStep step =
        ChannelPool.EMPTY.admit(
            config,
            Set.of(),
            waiting,
            new Slots(Map.of(), List.of()),
            most -> random.nextInt(most) + 1,
            NOW);
    Map<String, Integer> got = new HashMap<>();
    step.moved().granted().forEach(lease -> got.merge(lease.system(), 1, Integer::sum));
    List<Double> shares = new ArrayList<>();
    names.forEach(name -> shares.add(100.0 * got.get(name) / draws));
    assertThat(shares.get(0)).isCloseTo(25, within(1.0));
    assertThat(shares.get(1)).isCloseTo(55, within(1.0));
    assertThat(shares.get(2)).isCloseTo(20, within(1.0));
  }
}
