package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that cannot start says why, and does not hang. */
@Timeout(60)
class StartTest {

  @ParameterizedTest
  @CsvSource({
    "millrace.flow.max-concurrency = 0, max-concurrency",
    "millrace.worker.slots = many, slots",
    "millrace.webhooks.list = [{name = ops}], millrace.webhooks.list[0].url"
  })
  void aSettingThatIsWrongIsRefusedByName(String setting, String named) {
    assertThatThrownBy(() -> TestNode.start(setting).close()).hasStackTraceContaining(named);
  }
}
