package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolConfigReaderTest {
  private static final String SEED =
      """
      {"maxConcurrency": 8, "sourceSystems": [
        {"systemName": "TDR", "reservedChannels": 2, "probability": 20},
        {"systemName": "COURTDOC", "reservedChannels": 2, "probability": 20},
        {"systemName": "DEFAULT", "reservedChannels": 1, "probability": 60}]}
      """;

  private static PoolConfig read(String json) {
    try {
      return PoolConfigReader.read(new ObjectMapper().readTree(json));
    } catch (JsonProcessingException fault) {
      throw new AssertionError(fault);
    }
  }

  private static List<String> errors(String json) {
    return catchThrowableOfType(InvalidInputException.class, () -> read(json)).errors().stream()
        .map(FieldError::toString)
        .toList();
  }

  @Test
  void aTypicalConfigIsRead() {
    assertThat(read(SEED))
        .isEqualTo(AdmissionTest.config(8, "TDR 2/20", "COURTDOC 2/20", "DEFAULT 1/60"));
  }

  /** Releases that do not know pauses of systems can read it. */
  @Test
  void aPauseIsReadAndWrittenOnlyWhileItLasts() throws JsonProcessingException {
    String paused = SEED.replace("\"probability\": 60", "\"probability\": 60, \"paused\": \"why\"");
    PoolConfig config = read(paused);
    assertThat(config).isEqualTo(read(SEED).withPaused("DEFAULT", "why")).isNotEqualTo(read(SEED));
    ObjectMapper mapper = new ObjectMapper();
    String written = mapper.writeValueAsString(config);
    assertThat(mapper.readValue(written, PoolConfig.class)).isEqualTo(config);
    assertThat(written).containsOnlyOnce("\"paused\":\"why\"");
    assertThat(mapper.writeValueAsString(config.withPaused("DEFAULT", null)))
        .doesNotContain("paused");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"maxConcurrency\": 8     | \"maxConcurrency\": 0     | maxConcurrency",
        "\"maxConcurrency\": 8     | \"maxConcurrency\": 8.5   | maxConcurrency",
        "\"maxConcurrency\": 8     | \"maxConcurrency\": \"8\" | maxConcurrency",
        "\"maxConcurrency\": 8     | \"maxConcurrency\": 4     | more than maxConcurrency 4",
        "\"maxConcurrency\": 8     | \"enabled\": 1, \"maxConcurrency\": 8 | true or false",
        "\"maxConcurrency\": 8     | \"max\": 1, \"maxConcurrency\": 8 | known field",
        "\"TDR\"                   | \"\"                      | sourceSystems[0].systemName",
        "\"TDR\"                   | 7                         | sourceSystems[0].systemName",
        "\"TDR\"                   | \"COURTDOC\"              | sourceSystems[1].systemName",
        "\"reservedChannels\": 1   | \"reservedChannels\": -1  | sourceSystems[2].reservedChannels",
        "\"probability\": 60       | \"probability\": 101      | sourceSystems[2].probability",
        "\"probability\": 60       | \"probability\": -1       | sourceSystems[2].probability",
        "\"probability\": 60       | \"probability\": 59       | add up to 100, not 99",
        "\"DEFAULT\"               | \"OTHERS\"                | must have a system DEFAULT",
        "\"probability\": 60       | \"probability\": 60, \"paused\": \" \"  | must say why",
        "\"probability\": 60       | \"probability\": 60, \"paused\": true |"
            + " sourceSystems[2].paused",
      })
  void aBadOneIsRefusedWithItsReason(String good, String bad, String error) {
    assertThat(errors(SEED.replace(good, bad))).anySatisfy(e -> assertThat(e).contains(error));
  }

  @Test
  void aProbabilityThatIsNoneHasNoSum() {
    assertThat(errors(SEED.replace("\"probability\": 60", "\"probability\": 101")))
        .singleElement()
        .satisfies(e -> assertThat(e).contains("sourceSystems[2].probability"));
  }

  @Test
  void thereMustBeSystems() {
    assertThat(errors("{\"maxConcurrency\": 1, \"sourceSystems\": []}")).hasSize(1);
    assertThat(errors("{\"maxConcurrency\": 1, \"sourceSystems\": 5}")).hasSize(1);
    assertThat(errors("{\"maxConcurrency\": 1}")).hasSize(1);
    assertThat(errors("[]")).hasSize(1);
  }

  @Test
  void allErrorsAreToldAtOnce() {
    String worst =
        """
        {"maxConcurrency": 0, "enabled": "yes", "sourceSystems": [
          {"systemName": "A", "reservedChannels": -2, "probability": 20},
          {"systemName": "A", "reservedChannels": 2, "probability": 200}, 7], "more": 1}
        """;
    assertThat(errors(worst)).hasSize(8);
  }
}
