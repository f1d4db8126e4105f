package io.millrace.engine.worker;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an argument of a program may be, whatever the program runs in. */
public final class ArgumentRule {
  private ArgumentRule() {}

  /** Returns why this cannot be an argument; empty if it can. */
  public static Optional<String> refusal(@Nullable Object argument) {
    if (!(argument instanceof String text)) {
      return Optional.of("must be a string: put it in quotes");
    }
    if (text.indexOf('\0') >= 0) {
      return Optional.of("must not contain the character NUL");
    }
    return text.getBytes(StandardCharsets.UTF_8).length > ProcessEnvironment.MAX_BYTES
        ? Optional.of("must have at most " + ProcessEnvironment.MAX_BYTES + " bytes")
        : Optional.empty();
  }
}
