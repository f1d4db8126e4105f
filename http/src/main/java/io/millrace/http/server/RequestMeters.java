package io.millrace.http.server;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.japi.function.Function;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.millrace.http.endpoint.EndpointMatch;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Times every request from its arrival to its answer, whichever route answers it. A stream is
 * answered when it begins.
 */
public final class RequestMeters {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(10)
  };

  private final MeterRegistry registry;
  private final Timer.Builder timer =
      Timer.builder("http.server.requests")
          .description("Requests, from their arrival to their answer")
          .serviceLevelObjectives(BUCKETS);
  private final AtomicInteger inFlight = new AtomicInteger();

  public RequestMeters(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("http.server.requests.in.flight", inFlight, AtomicInteger::get)
        .description("Requests that are not answered yet, those that wait included")
        .strongReference(true)
        .register(registry);
  }

  public Function<HttpRequest, CompletionStage<HttpResponse>> timing(
      Function<HttpRequest, CompletionStage<HttpResponse>> handler) {
    return request -> {
      Timer.Sample sample = Timer.start(registry);
      inFlight.incrementAndGet();
      try {
        return handler
            .apply(request)
            .whenComplete((response, fault) -> ended(sample, request, status(response)));
      } catch (Exception fault) {
        ended(sample, request, status(null));
        throw fault;
      }
    };
  }

  private void ended(Timer.Sample sample, HttpRequest request, String status) {
    inFlight.decrementAndGet();
    String method = request.method().value();
    sample.stop(
        timer
            .withRegistry(registry)
            .withTags(
                Tags.of(
                    "method",
                    METHODS.contains(method) ? method : "OTHER",
                    "route",
                    EndpointMatch.of(request).template(),
                    "status",
                    status)));
  }

  private static String status(@Nullable HttpResponse response) {
    return response == null ? "500" : Integer.toString(response.status().intValue());
  }
}
