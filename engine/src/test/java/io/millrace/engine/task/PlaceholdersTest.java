package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class PlaceholdersTest {
  private static final Map<String, String> CONFIG = Map.of("host", "h.example", "a.b-c_1", "x$1\\");
  private static final Map<String, String> SECRETS = Map.of("token", "s3cret");

  private static final RunSpec RUN =
      new RunSpec(
          "http",
          Map.of(
              "url",
              "http://${config.host}/?k=${secret.token}&l=${secret.other}",
              "body",
              Map.of("list", List.of(1, "${secret.third}"))));

  private static Object replaced(Object plain) {
    return Placeholders.resolve(plain, CONFIG, SECRETS);
  }

  @Test
  void eachIsReplacedByItsValueAsItIs() {
    assertThat(replaced("http://${config.host}/${secret.token}/${config.a.b-c_1}"))
        .isEqualTo("http://h.example/s3cret/x$1\\");
  }

  @Test
  void theyAreFoundInListsAndMappings() {
    assertThat(replaced(Map.of("a", List.of("${secret.token}", 7, Map.of("b", "${config.host}")))))
        .isEqualTo(Map.of("a", List.of("s3cret", 7, Map.of("b", "h.example"))));
  }

  @Test
  void whatOnlyLooksLikeOneStays() {
    for (String text : List.of("$token", "${HOME}", "${secret.}", "${secret.a b}", "{secret.a}")) {
      assertThat(replaced(text)).isEqualTo(text);
    }
    assertThat(replaced(null)).isNull();
  }

  @Test
  void aValueIsNotLookedIntoAgain() {
    assertThat(
            Placeholders.resolve(
                "${config.a}", Map.of("a", "${secret.token}"), Map.of("token", "s3cret")))
        .isEqualTo("${secret.token}");
  }

  @Test
  void oneWithoutAValueIsNamed() {
    assertThatThrownBy(() -> replaced("${config.port}"))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("The project has no value for ${config.port}");
    assertThatThrownBy(() -> replaced("${secret.host}"))
        .hasMessageContaining("${secret.host} among the task's secrets");
  }

  @Test
  void aRunNamesTheSecretsThatItNeeds() {
    assertThat(Placeholders.secrets(RUN)).containsExactly("other", "third", "token");
    assertThat(Placeholders.secrets(RunSpec.NOOP)).isEmpty();
  }

  @Test
  void aRunThatNamesNothingNeedsNoProject() {
    assertThat(Placeholders.isAnyIn(RunSpec.NOOP)).isFalse();
    assertThat(Placeholders.isAnyIn(new RunSpec("http", Map.of("url", "http://${HOME}/"))))
        .isFalse();
    assertThat(Placeholders.isAnyIn(new RunSpec("http", Map.of("url", "${config.x}")))).isTrue();
    assertThat(Placeholders.isAnyIn(new RunSpec("pull", Map.of("body", List.of("${secret.x}")))))
        .isTrue();
  }
}
