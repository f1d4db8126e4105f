package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerEndTest {
  @ParameterizedTest
  @CsvSource({
    "0,   false, false, false, ",
    "0,   true,  false, false, ", // a child was killed, and the program coped
    "0,   true,  true,  true,  ",
    "1,   false, false, false, ",
    "1,   true,  false, false, OUT_OF_MEMORY",
    "1,   true,  true,  false, ", // it was canceled
    "137, false, false, false, OUT_OF_MEMORY",
    "137, true,  false, false, OUT_OF_MEMORY",
    "137, true,  false, true,  OUT_OF_MEMORY",
    "137, false, false, true,  STOPPED",
    "137, false, true,  false, ",
    "137, true,  true,  false, ",
    "143, false, false, true,  ",
  })
  void aKillIsNamedUnlessTheProgramCopedOrWasCanceled(
      long exit, boolean outOfMemory, boolean canceled, boolean away, FailureKind kind) {
    assertThat(
            new ContainerEnd(exit, outOfMemory, canceled, away)
                .killed(1L << 30)
                .map(Outcome::failureKind)
                .orElse(null))
        .isEqualTo(kind);
  }
}
