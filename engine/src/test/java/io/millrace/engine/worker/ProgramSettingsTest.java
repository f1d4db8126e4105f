package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.platform.SystemCalls;
import io.millrace.engine.task.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramSettingsTest {
  private static final Map<String, String> NODE =
      Map.of(
          "PATH", "/usr/bin:/bin",
          "HOME", "/root",
          "LC_ALL", "C",
          "TZ", "UTC",
          "JAVA_HOME", "/opt/java",
          "GREETING", "hello",
          "MILLRACE_ADMIN_TOKEN", "secret",
          "AWS_SECRET_ACCESS_KEY", "secret");

  private static ProgramSettings settings(String process, boolean isRoot) {
    Config config =
        ConfigFactory.parseString("process {" + process + "}")
            .withFallback(ConfigFactory.load().getConfig("millrace.worker"));
    return ProgramSettings.of(config, NODE, isRoot);
  }

  @Test
  void programsGetWhatEveryProgramNeedsAndWhatIsListed() {
    assertThat(settings("", false).environment()).containsOnlyKeys("PATH", "HOME", "LC_ALL", "TZ");
    assertThat(settings("environment = [GREETING, UNKNOWN]", false).environment())
        .containsOnlyKeys("PATH", "HOME", "LC_ALL", "TZ", "GREETING");
    assertThat(settings("", true).user()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "environment = [MILLRACE_ADMIN_TOKEN],true,MILLRACE_ADMIN_TOKEN",
    "user = nobody,false,only a node that runs as root",
    "user = no-such-user,true,no such user"
  })
  void whatCannotBeIsRefusedByName(String process, boolean isRoot, String reason) {
    assertThatThrownBy(() -> settings(process, isRoot))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("millrace.worker.process.")
        .hasMessageContaining(reason);
  }

  @Test
  void aUserIsChangedToForGoodAndHasItsOwnHome() {
    ProgramUser user =
        ProgramUser.parse("user", "app", "app:x:1001:1002:An app:/home/app:/bin/sh\n");
    assertThat(user.arguments())
        .contains("--reuid=1001", "--regid=1002", "--init-groups", "--no-new-privs");
    assertThat(user.environment())
        .containsEntry("HOME", "/home/app")
        .containsEntry("USER", "app")
        .containsEntry("LOGNAME", "app");
  }

  @Test
  void aProgramRunsAsThatUserAndCanLeaveItsOutput() {
    assumeTrue(SystemCalls.isRoot(), "only root can change to another user");
    ProgramSettings asNobody = settings("user = nobody", true);
    TestExecution test =
        TestExecution.script(
            "id -un; id -G; echo $HOME; grep -h NoNewPrivs /proc/self/status; cat"
                + " /proc/$PPID/environ; echo 7 > $MILLRACE_OUTPUT.new && mv $MILLRACE_OUTPUT.new"
                + " $MILLRACE_OUTPUT");

    Outcome outcome = test.outcome(new ProcessRunner(asNobody, ProgramLedger.none()));

    assertThat(outcome.output()).isEqualTo("7\n");
    assertThat(test.messages())
        .contains("nobody")
        .contains(asNobody.user().orElseThrow().gid(), "/nonexistent", "NoNewPrivs:\t1")
        .anyMatch(line -> line.contains("Permission denied"));
  }

  @Test
  void whatAProgramOfAnotherUserLeavesBehindIsKilled() {
    assumeTrue(SystemCalls.isRoot(), "only root can change to another user");
    TestExecution test =
        TestExecution.script("env -i setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo $!'");

    test.outcome(new ProcessRunner(settings("user = nobody", true), ProgramLedger.none()));

    assertThat(test.messages()).contains("killed processes that it left running: 1");
  }
}
