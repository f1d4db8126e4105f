package io.millrace.engine.job;

import io.millrace.engine.input.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What becomes of fires whose time passed while nobody could fire them. */
public enum CatchUp {
  /** They are missed. */
  NONE,
  /** They fire, the earliest first. */
  EARLIEST,
  /** They fire, the latest first. */
  LATEST,
  /** They fire in any order. */
  RANDOM;

  /** The word in documents, such as {@code earliest}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static CatchUp parse(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "catchup",
                    text,
                    "is not one of "
                        + Arrays.stream(values())
                            .map(CatchUp::text)
                            .collect(Collectors.joining(", "))));
  }
}
