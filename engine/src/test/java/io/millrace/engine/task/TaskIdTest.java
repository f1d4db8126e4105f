package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskIdTest {

  @Test
  void anIdGivesItsAttemptBackWhateverUnderscoresItsNamesHave() {
    UUID uid = UUID.randomUUID();
    assertThat(TaskId.attemptUid(new TaskId("my_source", "a_b_c", uid).toString())).contains(uid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a_b",
        "a_b_",
        "01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
        "a_b_01A1E451-28FE-7F1D-B60D-26F9E438FCB6",
        "a_b_01a1e451-28fe-7f1d-b60d-26f9e438fcbX",
        "a_b 01a1e451-28fe-7f1d-b60d-26f9e438fcb6"
      })
  void whatIsNoIdHasNoAttempt(String text) {
    assertThat(TaskId.attemptUid(text)).isEmpty();
  }
}
