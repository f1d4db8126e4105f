package io.millrace.engine.worker;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The outcome of a program, wherever it ran: by its exit code, its errors and its output file. */
public final class ProgramOutcome {
  /** Room for the longest output and many blanks. A longer one is not read. */
  public static final int MAX_OUTPUT_BYTES = 1024 * 1024;

  private ProgramOutcome() {}

  /**
   * @param lastError the last line of its error stream that is not blank; may be empty
   */
  public static Outcome of(long exitCode, String lastError) {
    if (exitCode == 0) {
      return Outcome.success();
    }
    String code = "exit code " + exitCode;
    return Outcome.failure(lastError.isEmpty() ? code : code + ": " + OutcomeText.brief(lastError))
        .because(FailureKind.PROGRAM_FAILED);
  }

  /**
   * Returns the outcome with the output of the program; unchanged if there is none.
   *
   * @param bytes what the output file holds; one byte more than allowed is enough of a longer one
   */
  public static Outcome withOutput(Outcome outcome, byte[] bytes) {
    if (bytes.length > MAX_OUTPUT_BYTES) {
      return tooLong(outcome, "the file has more than 1 MiB");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.isBlank() ? outcome : outcome.withOutput(text);
    } catch (CharacterCodingException e) {
      return TaskOutput.rejectOutput(outcome, "is not in UTF-8");
    }
  }

  /** Returns the outcome of a program whose output does not fit. */
  public static Outcome tooLong(Outcome outcome, String limit) {
    return TaskOutput.rejectOutput(outcome, "is too long: " + limit);
  }
}
