package io.millrace.engine.refresh;

import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.RetryPolicy;
import io.millrace.engine.policy.UserMessages;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Policies of every kind, drawn from a seed. */
final class RandomPolicies {
  private RandomPolicies() {}

  static Policy random(Random random) {
    Alignment[] alignments = Alignment.values();
    return random(random, alignments[random.nextInt(alignments.length)]);
  }

  static Policy random(Random random, Alignment align) {
    return new Policy(
        schedule(random),
        Duration.ofMinutes(1 + random.nextInt(120)),
        retry(random),
        align,
        random.nextInt(4) == 0,
        Duration.ofHours(1 + random.nextInt(300)),
        UserMessages.NONE);
  }

  private static Schedule schedule(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> null;
      case 1 -> Schedule.parse("0 0 6,16 * * ?");
      case 2 -> Schedule.parse("30 2 * * * in Europe/London");
      default -> new IntervalSchedule(Duration.ofMinutes(1 + random.nextInt(300)), Instant.EPOCH);
    };
  }

  private static RetryPolicy retry(Random random) {
    List<Duration> delays =
        IntStream.range(0, random.nextInt(4))
            .mapToObj(i -> Duration.ofMinutes(random.nextInt(40)))
            .toList();
    return random.nextBoolean()
        ? new RetryPolicy.ListedDelays(delays)
        : new RetryPolicy.ExponentialDelays(
            1 + random.nextInt(6),
            Duration.ofSeconds(random.nextInt(600)),
            1 + random.nextDouble(),
            Duration.ofHours(1),
            random.nextDouble());
  }
}
