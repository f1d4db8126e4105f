package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileStatTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"name\": \"output\", \"size\": 0} | true",
        "{\"name\": \"output\", \"size\": 1} | false",
        "{\"name\": \"output\"} | false",
        "nonsense | false",
      })
  void onlyAFileThatTheEngineCallsEmptyIsEmpty(String stat, boolean empty) {
    String encoded = Base64.getEncoder().encodeToString(stat.getBytes(StandardCharsets.UTF_8));
    assertThat(FileStat.isEmpty(Map.of("x-docker-container-path-stat", List.of(encoded))))
        .isEqualTo(empty);
    assertThat(FileStat.isEmpty(Map.of("X-Docker-Container-Path-Stat", List.of("%")))).isFalse();
    assertThat(FileStat.isEmpty(Map.of())).isFalse();
  }
}
