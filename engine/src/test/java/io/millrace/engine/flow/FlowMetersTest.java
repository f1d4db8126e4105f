package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlowMetersTest {
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private static PoolConfig config(String system) {
    return new PoolConfig(true, 8, List.of(new SourceSystem(system, 0, 100)));
  }

  private void stands(FlowMeters meters, String system, int running) {
    PoolConfig config = config(system);
    meters.update(config, new int[] {running}, new WaitingQueue(config), NOW);
  }

  @Test
  void aReaderFindsEachGaugeOnceWhileAPoolChanges() {
    for (int i = 0; i < 300; i++) {
      Gauge.builder("other." + i, () -> 1).register(registry); // so that it takes a while to read
    }
    FlowMeters meters = new FlowMeters(registry, "default");
    stands(meters, "TDR", 0);
    CompletableFuture<Void> changes =
        CompletableFuture.runAsync(
            () -> IntStream.range(0, 30_000).forEach(i -> stands(meters, "TDR", i)));
    do {
      assertThat(registry.scrape())
          .containsOnlyOnce("millrace_flow_running{")
          .containsOnlyOnce("millrace_flow_waiting{")
          .containsOnlyOnce("millrace_flow_oldest_seconds{");
    } while (!changes.isDone());
    changes.join();
  }

  @Test
  void aSystemThatLeavesTheConfigIsNotShownAnyMore() {
    FlowMeters meters = new FlowMeters(registry, "default");
    stands(meters, "OLD", 3);
    stands(meters, "NEW", 1);
    assertThat(registry.scrape()).contains("system=\"NEW\"} 1.0").doesNotContain("OLD");
  }

  @Test
  void aPoolThatLeftIsNotCountedHereAndThatCameBackIsShownAsItIs() {
    FlowMeters before = new FlowMeters(registry, "default");
    stands(before, "TDR", 3);
    before.removeAll();
    assertThat(registry.scrape()).doesNotContain("millrace_flow_running");
    stands(new FlowMeters(registry, "default"), "TDR", 5);
    assertThat(registry.scrape()).contains("system=\"TDR\"} 5.0");
  }
}
