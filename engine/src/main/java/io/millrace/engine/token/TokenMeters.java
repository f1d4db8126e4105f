package io.millrace.engine.token;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.task.Outcome;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metrics of a node's tokens. */
public final class TokenMeters {

  /** The result of an arrival. */
  enum ArrivalResult {
    COUNTED,
    /** It had arrived before. */
    KNOWN,
    /** No step waits for it now. */
    GONE
  }

  private final Map<Outcome.Kind, Counter> ended = new EnumMap<>(Outcome.Kind.class);
  private final Map<ArrivalResult, Counter> arrivals = new EnumMap<>(ArrivalResult.class);
  private final Counter stale;
  private final Counter undelivered;

  public TokenMeters(MeterRegistry registry) {
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      ended.put(
          kind,
          Counter.builder("millrace.tasks.ended")
              .description("Tasks that ended, by outcome")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    for (ArrivalResult result : ArrivalResult.values()) {
      arrivals.put(
          result,
          Counter.builder("millrace.tokens.arrivals")
              .description("Arrivals at tokens, by result; each counts once")
              .tag("result", result.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    stale =
        Counter.builder("millrace.reports.stale")
            .description("Ignored reports: their attempt was not the current one")
            .register(registry);
    undelivered =
        Counter.builder("millrace.tokens.undelivered")
            .description("Arrivals that had to be sent again to the next token")
            .register(registry);
  }

  void arrived(ArrivalResult result) {
    count(arrivals.get(result));
  }

  private static void count(@Nullable Counter counter) {
    if (counter != null) {
      counter.increment();
    }
  }

  void ended(Outcome outcome) {
    count(ended.get(outcome.kind()));
  }

  void stale() {
    stale.increment();
  }

  void undelivered() {
    undelivered.increment();
  }
}
