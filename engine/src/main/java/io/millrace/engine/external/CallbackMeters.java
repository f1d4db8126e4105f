package io.millrace.engine.external;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The metrics of callbacks and of given-up requests. */
public final class CallbackMeters {
  private final Counter delivered;
  private final Counter failed;
  private final Counter givenUp;

  public CallbackMeters(MeterRegistry registry) {
    delivered = calls(registry, "delivered");
    failed = calls(registry, "failed");
    givenUp =
        Counter.builder("millrace.requests.given.up")
            .description(
                "Requests for a channel that were given up because the caller did not repeat them")
            .register(registry);
  }

  private static Counter calls(MeterRegistry registry, String result) {
    return Counter.builder("millrace.callbacks")
        .description("Callbacks made, by result; a failed one is retried")
        .tag("result", result)
        .register(registry);
  }

  void called(boolean success) {
    (success ? delivered : failed).increment();
  }

  void givenUp(int requests) {
    givenUp.increment(requests);
  }
}
