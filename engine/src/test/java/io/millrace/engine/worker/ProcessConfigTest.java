package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.FieldError;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessConfigTest {
  private static final ProgramUser APP =
      ProgramUser.parse("users", "app", "app:x:1001:1002:An app:/home/app:/bin/sh\n");
  private static final ProgramSettings SETTINGS =
      new ProgramSettings(Map.of("PATH", "/bin"), Optional.empty(), Map.of("app", APP));
  private static final List<String> LS = List.of("ls", "-l");

  private static List<String> fields(Map<String, Object> config) {
    return ProcessConfig.check(config, "run.process", SETTINGS).stream()
        .map(FieldError::field)
        .toList();
  }

  @Test
  void aListAndAMappingSayTheSame() {
    assertThat(ProcessConfig.of(Map.of("argv", LS)))
        .isEqualTo(ProcessConfig.of(Map.of("command", LS)))
        .isEqualTo(ProcessConfig.of(Map.of("command", List.of("ls"), "args", List.of("-l"))));
  }

  @Test
  void aMappingSaysWhereAsWhomAndWithWhichVariables() {
    Map<String, Object> config =
        Map.of("command", LS, "workdir", "/srv", "env", Map.of("A_1", "b"), "user", "app");

    assertThat(fields(config)).isEmpty();
    assertThat(ProcessConfig.of(config))
        .isEqualTo(
            new ProcessConfig(
                LS, Optional.of(Path.of("/srv")), Map.of("A_1", "b"), Optional.of("app")));
  }

  @Test
  void everyFieldIsCheckedByItsName() {
    assertThat(fields(Map.of("args", List.of("x")))).containsExactly("run.process.command");
    assertThat(fields(Map.of("command", List.of()))).containsExactly("run.process.command");
    assertThat(fields(Map.of("command", "ls"))).containsExactly("run.process.command");
    assertThat(fields(Map.of("command", Arrays.asList("", 5, "a\0b", "${secret.k}"))))
        .containsExactly(
            "run.process.command[1]",
            "run.process.command[2]",
            "run.process.command[3]",
            "run.process.command[0]");
    assertThat(fields(Map.of("command", LS, "args", List.of("${config.k}"))))
        .containsExactly("run.process.args[0]");
    assertThat(fields(Map.of("command", LS, "workdir", "srv")))
        .containsExactly("run.process.workdir");
    assertThat(fields(Map.of("command", LS, "workdir", "/${config.dir}")))
        .containsExactly("run.process.workdir");
    assertThat(fields(Map.of("command", LS, "env", List.of("A=b"))))
        .containsExactly("run.process.env");
    assertThat(fields(Map.of("command", LS, "env", Map.of("A", 5))))
        .containsExactly("run.process.env.A");
    assertThat(fields(Map.of("command", LS, "dir", "/"))).containsExactly("run.process.dir");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MILLRACE_TASK_ID",
        "MILLRACE_OUTPUT",
        "MILLRACE_NEW",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "LD_AUDIT",
        "GLIBC_TUNABLES",
        "GCONV_PATH",
        "LOCPATH",
        "1A",
        "A-B",
        "A B",
        "",
        "Ä",
        "A=B"
      })
  void aVariableThatActsOnMoreThanTheProgramIsRefused(String name) {
    assertThat(fields(Map.of("command", LS, "env", Map.of(name, "x"))))
        .containsExactly("run.process.env." + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PATH", "HOME", "TZ", "_", "a", "HTTP_PROXY", "JAVA_OPTS"})
  void theEnvironmentIsTheProgramsOwnOtherwise(String name) {
    assertThat(fields(Map.of("command", LS, "env", Map.of(name, "${secret.k}")))).isEmpty();
  }

  @Test
  void onlyAUserWhomTheNodeAllowsCanBeChosen() {
    for (Object user : Arrays.asList("root", "", 0, "App")) {
      assertThat(ProcessConfig.check(Map.of("command", LS, "user", user), "run.process", SETTINGS))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.field()).isEqualTo("run.process.user");
                assertThat(error.reason()).contains("process.users").endsWith("app");
              });
    }
    assertThat(ProgramSettings.of(Map.of()).refusal("app")).get().asString().endsWith("none");
  }

  @Test
  void valuesOfTheProjectAreInsertedIntoVariables() {
    ProcessConfig config =
        ProcessConfig.of(
            Map.of("command", LS, "env", Map.of("URL", "https://${config.host}/?k=${secret.k}")));

    assertThat(
            config.variables(
                new TaskValues(Map.of(), Map.of("host", "a.example"), Map.of("k", "1234"))))
        .containsExactly(Map.entry("URL", "https://a.example/?k=1234"));
    assertThatThrownBy(() -> config.variables(TaskValues.NOTHING))
        .isInstanceOf(AttemptRefusedException.class)
        .hasMessageContaining("host");
    for (String bad : List.of("a\0b", "x".repeat(ProcessEnvironment.MAX_BYTES))) {
      assertThatThrownBy(
              () ->
                  config.variables(
                      new TaskValues(Map.of(), Map.of("host", bad), Map.of("k", "1234"))))
          .isInstanceOf(AttemptRefusedException.class)
          .hasMessageContaining("URL")
          .hasMessageNotContaining("1234");
    }
  }
}
