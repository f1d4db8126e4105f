package io.millrace.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.error.MillraceException;
import io.millrace.client.error.ProblemDetails;
import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnreachableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetrySettingsTest {
  private static final ApiRequest GET = ApiRequest.get("/tasks/{id}", "t");
  private static final ApiRequest PUT = ApiRequest.put("/sources");
  private static final ApiRequest POST = ApiRequest.post("/tasks");
  private static final ApiRequest DELETE = ApiRequest.delete("/jobs/{id}", "j");
  private static final UnreachableException CUT = new UnreachableException("cut", true, null);
  private static final UnreachableException AWAY = new UnreachableException("away", false, null);

  private static MillraceException busy(int status, Integer retryAfter) {
    return ProblemException.of(
        status,
        new ProblemDetails("/problems/overloaded", "", status, "", List.of()),
        retryAfter == null ? null : Duration.ofSeconds(retryAfter));
  }

  private static Optional<Duration> next(ApiRequest request, MillraceException fault, int tried) {
    return RetrySettings.DEFAULT.next(request, fault, tried, 0.5);
  }

  @Test
  void whatWasRefusedBeforeAnythingWasDoneIsAlwaysRepeated() {
    for (ApiRequest request : List.of(GET, PUT, POST, DELETE)) {
      assertThat(next(request, busy(429, 3), 1)).contains(Duration.ofSeconds(3));
    }
  }

  @Test
  void whatMayHaveBeenDoneIsRepeatedOnlyIfThatChangesNothing() {
    assertThat(next(GET, busy(503, 2), 1)).contains(Duration.ofSeconds(2));
    assertThat(next(PUT, busy(503, 2), 1)).contains(Duration.ofSeconds(2));
    assertThat(next(ApiRequest.post("/x").repeatable(), busy(503, 2), 1)).isPresent();
    assertThat(next(POST, busy(503, 2), 1)).isEmpty();
    assertThat(next(DELETE, busy(503, 2), 1)).isEmpty();
    assertThat(next(ApiRequest.get("/ready").once(), busy(503, 2), 1)).isEmpty();
  }

  @Test
  void theNumberOfTriesAndTheWaitAreBounded() {
    assertThat(next(GET, busy(503, 1), 4)).isPresent();
    assertThat(next(GET, busy(503, 1), 5)).isEmpty();
    assertThat(next(GET, busy(503, 3600), 1)).isEmpty();
    assertThat(RetrySettings.NONE.next(GET, busy(429, 1), 1, 0.5)).isEmpty();
  }

  @Test
  void aConnectionThatWasCutIsTriedOnceMoreAndANodeThatIsAwayIsNot() {
    assertThat(next(GET, CUT, 1)).contains(Duration.ZERO);
    assertThat(next(GET, CUT, 2)).isEmpty();
    assertThat(next(POST, CUT, 1)).isEmpty();
    assertThat(next(GET, AWAY, 1)).isEmpty();
  }

  @Test
  void otherRefusalsAreNotRepeated() {
    for (int status : List.of(400, 401, 403, 404, 408, 409, 500)) {
      assertThat(next(GET, busy(status, 1), 1)).isEmpty();
    }
  }

  @Test
  void eachWaitIsTwiceAsLongUpToABoundAndVaries() {
    RetryBackoff backoff = new RetryBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
    assertThat(backoff.delay(1, 0)).isEqualTo(Duration.ofMillis(500));
    assertThat(backoff.delay(1, 0.999)).isEqualTo(Duration.ofMillis(1000));
    assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofSeconds(2));
    assertThat(backoff.delay(1000, 0)).isEqualTo(Duration.ofSeconds(15));
    assertThat(backoff.delay(1, 0, Duration.ofSeconds(7))).isEqualTo(Duration.ofSeconds(7));
    assertThat(backoff.delay(1, 0, Duration.ZERO)).isEqualTo(Duration.ofMillis(500));
  }
}
