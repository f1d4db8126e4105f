package io.millrace.engine.token;

import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Two jobs with random steps. Steps of the second may depend on steps of the first. */
final class RandomJobs {
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  static final List<String> TRIGGERS = List.of("often", "daily");
  static final List<Long> NUMBERS = List.of(1L, 2L);

  private final Random random;
  private final List<String> first = new ArrayList<>();

  private RandomJobs(Random random) {
    this.random = random;
  }

  static InMemoryJobs of(Random random) {
    InMemoryJobs jobs = new InMemoryJobs();
    RandomJobs maker = new RandomJobs(random);
    NUMBERS.forEach(number -> jobs.put(number, maker.steps(number)));
    return jobs;
  }

  private TestStep[] steps(long number) {
    List<String> before = new ArrayList<>();
    int steps = 2 + random.nextInt(5);
    TestStep[] made = new TestStep[steps];
    for (int i = 0; i < steps; i++) {
      made[i] = step("s" + i, before);
      before.add("step/s" + i);
      if (number == NUMBERS.get(0)) {
        first.add("job-1/step/s" + i);
      }
    }
    return made;
  }

  private TestStep step(String name, List<String> before) {
    Set<String> depends = new LinkedHashSet<>();
    Set<String> failures = new LinkedHashSet<>();
    List<String> others = new ArrayList<>(before);
    if (before.isEmpty() || !first.isEmpty() && !before.containsAll(first)) {
      first.stream().filter(other -> random.nextInt(3) == 0).forEach(others::add);
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      if (others.isEmpty() || random.nextInt(4) == 0) {
        depends.add("trigger/" + TRIGGERS.get(random.nextInt(TRIGGERS.size())));
      } else {
        String other = others.get(random.nextInt(others.size()));
        String offset = random.nextInt(3) == 0 ? "@1h" : "";
        (random.nextInt(4) == 0 ? failures : depends).add(other + offset);
      }
    }
    TestStep step =
        TestStep.step(name, depends.toArray(String[]::new))
            .failures(failures.toArray(String[]::new))
            .retries(
                IntStream.range(0, random.nextInt(3))
                    .mapToObj(i -> Duration.ofMinutes(i))
                    .toArray(Duration[]::new));
    if (random.nextInt(4) == 0) {
      step = step.threshold(1 + random.nextInt(Math.max(1, depends.size() + failures.size())));
    }
    return random.nextInt(4) == 0 ? step.join() : step;
  }

  /** Every trigger of every job, three times. */
  static Set<ArrivalTarget> fires(InMemoryJobs jobs) {
    Set<ArrivalTarget> fires = new LinkedHashSet<>();
    for (long number : NUMBERS) {
      for (String trigger : TRIGGERS) {
        for (int hour = 0; hour < 3; hour++) {
          fires.addAll(jobs.fired(number, trigger, FIRST.plusSeconds(3_600L * hour)));
        }
      }
    }
    return fires;
  }
}
