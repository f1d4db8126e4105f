package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.RunSpec;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationRequestReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static SimulationRequest read(String from, String to) {
    return new SimulationRequestReader(RunSpec.RunValidator.ACCEPTED, NOW)
        .read(
            """
            {"date": "2026-03-02",
             "changes": {"outage": {"site": "bank", "from": "2026-%s:00Z", "to": "2026-%s:00Z"}}}
            """
                .formatted(from, to));
  }

  @ParameterizedTest
  @CsvSource({
    "03-01T22:00, 03-02T00:00, changes.outage.to",
    "02-01T00:00, 02-01T01:00, changes.outage.to",
    "03-03T00:00, 03-03T01:00, changes.outage.from",
    "04-01T00:00, 04-01T01:00, changes.outage.from",
  })
  void anOutageAtAnotherTimeIsRefused(String from, String to, String field) {
    assertThatThrownBy(() -> read(from, to))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            refused ->
                assertThat(refused.errors()).extracting(FieldError::field).containsExactly(field));
  }

  @Test
  void anOutageMayBeginBeforeTheSimulationOrEndAfterIt() {
    assertThat(read("03-01T00:00", "03-02T00:01").changes().outage()).isPresent();
    assertThat(read("03-02T23:59", "03-09T00:00").changes().outage()).isPresent();
  }
}
