package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreshnessMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final FreshnessMeters meters = new FreshnessMeters(registry);

  private static FreshnessCounts counts(
      String dimension, String name, long stale, long usedMinutes, long allowedMinutes) {
    return new FreshnessCounts(
        dimension,
        name,
        new StateCounts(4, 3, stale, 1),
        new ErrorBudget(
            Duration.ofMinutes(allowedMinutes), Duration.ofMinutes(usedMinutes), stale, 0.01));
  }

  private double value(String name, String tag, String tagged) {
    return registry.get(name).tag(tag, tagged).gauge().value();
  }

  @Test
  void everyObjectIsCountedOnceByItsState() {
    meters.report(
        List.of(
            counts("client", "app", 2, 1, 1),
            counts("site", "bank", 2, 1, 1),
            counts("source", "feed", 1, 1, 1)));
    assertThat(value("millrace.freshness.objects", "state", "stale")).isEqualTo(3);
    assertThat(value("millrace.freshness.objects", "state", "fresh")).isEqualTo(8);
    assertThat(value("millrace.freshness.objects", "state", "at-risk")).isEqualTo(6);
    assertThat(value("millrace.freshness.objects", "state", "exempt")).isEqualTo(2);
    assertThat(value("millrace.freshness.stale.client", "client", "app")).isEqualTo(2);
    assertThat(value("millrace.freshness.stale.site", "site", "bank")).isEqualTo(2);
  }

  @Test
  void theUsedPartOfABudgetIsAboveOneOnceItsObjectiveIsMissed() {
    meters.report(
        List.of(
            counts("client", "half", 1, 30, 60),
            counts("client", "missed", 1, 90, 60),
            counts("client", "unused", 0, 0, 60),
            counts("client", "always", 1, 1, 0),
            counts("client", "kept", 0, 0, 0)));
    String used = "millrace.freshness.budget.used.client";
    assertThat(value(used, "client", "half")).isEqualTo(0.5);
    assertThat(value(used, "client", "missed")).isEqualTo(1.5);
    assertThat(value(used, "client", "unused")).isZero();
    assertThat(value(used, "client", "always")).as("an objective of 100 %").isInfinite();
    assertThat(value(used, "client", "kept")).isZero();
  }

  @Test
  void whatIsNotNamedIsCountedTogether() {
    meters.report(
        Stream.concat(
                IntStream.range(0, 100).mapToObj(i -> counts("client", "c" + i, 9, 1, 1)),
                Stream.of(counts("client", "x", 2, 1, 2), counts("client", "y", 1, 2, 2)))
            .toList());
    assertThat(value("millrace.freshness.stale.client", "client", "(others)")).isEqualTo(3);
    assertThat(value("millrace.freshness.budget.used.client", "client", "(others)"))
        .isEqualTo(0.75);
    assertThat(registry.find("millrace.freshness.stale.client").tag("client", "x").gauge())
        .isNull();
    meters.reset();
    assertThat(registry.find("millrace.freshness.stale.client").tag("client", "c0").gauge())
        .as("another node reports")
        .isNull();
  }
}
