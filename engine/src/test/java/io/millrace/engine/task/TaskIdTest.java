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

  @Test
  void ordinaryNamesAreWrittenAsTheyAre() {
    UUID uid = UUID.randomUUID();
    assertThat(new TaskId("reports.daily-load", "a_b~c", uid).toString())
        .isEqualTo("reports.daily-load_a_b~c_" + uid);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my job",
        "a/b?c#d%e",
        "caf\u00e9",
        "\u65e5\u672c",
        "\ud83d\ude00",
        "a+b&c=d",
        "\n"
      })
  void anIdFitsIntoAnyUrlAndIsStillFoundAsItWasWrittenBefore(String name) {
    UUID uid = UUID.randomUUID();
    TaskId id = new TaskId("x." + name, name, uid);
    assertThat(id.toString()).matches("[A-Za-z0-9._~-]+").startsWith("x.").endsWith("_" + uid);
    assertThat(TaskId.attemptUid(id.toString())).contains(uid);
    assertThat(id.matches(id.toString())).isTrue();
    assertThat(id.matches("x." + name + "_" + name + "_" + uid)).isTrue();
    assertThat(id.matches("y." + name + "_" + name + "_" + uid)).isFalse();
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
