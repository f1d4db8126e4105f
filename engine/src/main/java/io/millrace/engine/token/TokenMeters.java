package io.millrace.engine.token;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.task.Outcome;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What operators see of the tokens of a node. */
public final class TokenMeters {

  /** What became of an arrival. */
  enum ArrivalResult {
    COUNTED,
    /** It had arrived before. */
    KNOWN,
    /** Nothing waits for it any more. */
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
              .description("Tasks that ended, by how")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    for (ArrivalResult result : ArrivalResult.values()) {
      arrivals.put(
          result,
          Counter.builder("millrace.tokens.arrivals")
              .description("What arrived at tokens: it counts once, if its step waits for it")
              .tag("result", result.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    stale =
        Counter.builder("millrace.reports.stale")
            .description("Reports of an attempt that was not the current one; they changed nothing")
            .register(registry);
    undelivered =
        Counter.builder("millrace.tokens.undelivered")
            .description("What follows a step, and had to be sent again")
            .register(registry);
  }

  void arrived(ArrivalResult result) {
    arrivals.get(result).increment();
  }

  void ended(Outcome outcome) {
    ended.get(outcome.kind()).increment();
  }

  void stale() {
    stale.increment();
  }

  void undelivered() {
    undelivered.increment();
  }
}
