package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.credential.Credential;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCredentialsTest {

  @Test
  void argumentsHaveThePathThatTheirRunnerNames() {
    RunSpec run = new RunSpec("process", Map.of("argv", List.of("x", "--token", "hunter2")));
    assertThat(RunCredentials.find(run, "run"))
        .extracting(Credential::field)
        .containsExactly("run.process[2]");
  }

  @Test
  void whatWasShownInThePlaceOfACredentialIsRefusedWithItsField() {
    RunSpec run =
        new RunSpec(
            "http",
            Map.of(
                "url", "http://h/?token=***&a=***",
                "headers", Map.of("Authorization", "***", "X-Stars", "***", "Cookie", "Bearer ***"),
                "body", Map.of("password", "hunter2", "token", "${secret.x}")));
    assertThat(RunCredentials.masked(run, "steps[0].run"))
        .extracting(error -> error.field() + " " + error.value())
        .containsExactly(
            "steps[0].run.http.headers.Authorization ***",
            "steps[0].run.http.headers.Cookie ***",
            "steps[0].run.http.url ***");
    assertThat(RunCredentials.masked(run, "run").get(0).reason())
        .contains("${secret.NAME}")
        .contains("admin");
  }
}
