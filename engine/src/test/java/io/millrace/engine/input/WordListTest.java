package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.UserStatus;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.schedule.GapRule;
import io.millrace.engine.schedule.OverlapRule;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import io.millrace.engine.task.TaskStatus;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordListTest {
  private enum Mode {
    PLANNED_ONLY,
    FIRST,
    CANCELED
  }

  @ParameterizedTest
  @CsvSource({
    "planned-only, PLANNED_ONLY",
    "PLANNED-ONLY, PLANNED_ONLY",
    "planned_only, PLANNED_ONLY",
    "Planned Only, PLANNED_ONLY",
    "plannedOnly, PLANNED_ONLY",
    "' first ', FIRST",
    "First, FIRST",
    "canceled, CANCELED",
    "cancelled, CANCELED",
    "CANCELLED, CANCELED",
  })
  void aWordIsReadInAnyCaseAndWithAnySeparator(String text, Mode expected) {
    assertThat(WordList.read(Mode.class, "mode", text)).isEqualTo(expected);
    assertThat(WordList.readName(Mode.class, "mode", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "planned", "only", "firs", "first!", "fi-rst", "-first", "null"})
  void anyOtherIsRefusedWithTheFieldTheValueAndTheList(String text) {
    assertThatThrownBy(() -> WordList.read(Mode.class, "mode", text))
        .isInstanceOfSatisfying(
            InvalidInputException.class,
            e ->
                assertThat(e.errors())
                    .containsExactly(
                        new FieldError(
                            "mode", text, "is not one of planned-only, first, canceled")));
    assertThatThrownBy(() -> WordList.readName(Mode.class, "mode", text))
        .hasMessageEndingWith("is not one of PLANNED_ONLY, FIRST, CANCELED");
  }

  @Test
  void theCaseOfTheMachineDoesNotMatter() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertThat(WordList.read(Mode.class, "mode", "FIRST")).isEqualTo(Mode.FIRST);
    } finally {
      Locale.setDefault(before);
    }
  }

  /** The private words of other packages are tested with their documents. */
  @Test
  void everyWordThatIsReadIsReadInAnyCase() {
    Map<Function<String, ?>, List<?>> readers =
        Map.of(
            TaskStatus::of, List.of(TaskStatus.values()),
            TaskPriority::parse, List.of(TaskPriority.values()),
            LogLine.Level::of, List.of(LogLine.Level.values()),
            Outcome.Kind::reported, List.of(Outcome.Kind.SUCCESS, Outcome.Kind.FAILURE),
            UserStatus::of, List.of(UserStatus.values()),
            ConnectionStatus::of, List.of(ConnectionStatus.values()),
            Notification.Kind::of, List.of(Notification.Kind.values()),
            GapRule::parse, List.of(GapRule.values()),
            OverlapRule::parse, List.of(OverlapRule.values()));
    readers.forEach(
        (reader, constants) -> {
          for (Object constant : constants) {
            String name = constant.toString();
            for (String text :
                List.of(
                    name,
                    name.toLowerCase(Locale.ROOT),
                    name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT),
                    name.replace('_', '-'),
                    name.replace('_', ' '))) {
              assertThat((Object) reader.apply(text)).as(text).isEqualTo(constant);
            }
          }
        });
  }
}
