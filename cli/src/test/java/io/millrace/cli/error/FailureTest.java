package io.millrace.cli.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.millrace.client.error.ProblemDetails;
import io.millrace.client.error.ProblemDetails.FieldProblem;
import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnreachableException;
import io.millrace.client.error.UnreadableAnswerException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
  private static ProblemException problem(int status, FieldProblem... errors) {
    return ProblemException.of(
        status,
        new ProblemDetails("/problems/x", "Title", status, "what is wrong", List.of(errors)),
        status == 503 ? Duration.ofSeconds(7) : null);
  }

  @ParameterizedTest
  @CsvSource({
    "400, REFUSED, Correct it",
    "401, REFUSED, --token-file",
    "403, REFUSED, millrace tokens create",
    "404, NOT_FOUND, millrace get",
    "409, REFUSED, millrace explain",
    "412, REFUSED, millrace diff",
    "413, REFUSED, ''",
    "429, UNREACHABLE, Try again later",
    "500, FAILED, log of the node",
    "503, UNREACHABLE, Try again in 7 s"
  })
  void everyStatusHasAnExitCodeAndANextStep(int status, ExitCode code, String next) {
    Failure failure = Failure.of(problem(status));
    assertThat(failure.exitCode()).isEqualTo(code);
    assertThat(failure.message()).contains("what is wrong");
    assertThat(failure.next()).contains(next);
  }

  @Test
  void allWrongFieldsAreNamed() {
    assertThat(
            Failure.of(
                    problem(
                        400,
                        new FieldProblem("a", new TextNode("1"), "is not one", null, null),
                        new FieldProblem("b", new TextNode("2"), "is not two", "jobs.yaml", 7)))
                .message())
        .contains("a = \"1\": is not one")
        .contains("jobs.yaml:7: b = \"2\": is not two");
  }

  @Test
  void noAnswerOrASenselessOneIsUnreachable() {
    assertThat(Failure.of(new UnreachableException("away", false, null)).exitCode())
        .isEqualTo(ExitCode.UNREACHABLE);
    assertThat(Failure.of(new UnreadableAnswerException("<html>", null)).exitCode())
        .isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void anOwnFaultIsSaidToBeOne() {
    Failure failure = Failure.of(new IllegalStateException("oops"));
    assertThat(failure.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(failure.message()).contains("a fault of its own").contains("oops");
    assertThat(failure.next()).contains("MILLRACE_DEBUG");
  }
}
