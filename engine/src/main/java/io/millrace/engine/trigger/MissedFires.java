package io.millrace.engine.trigger;

import java.time.Instant;
import java.util.Arrays;

/**
 * Fires that will not be, unless somebody fires them by hand.
 *
 * @param first the logical time of the first of them
 * @param atLeast there are more than {@code fires}: nobody counted to the end
 */
public record MissedFires(
    Instant first, Instant last, long fires, boolean atLeast, MissedReason why) {

  /** Why they are missed. */
  public enum MissedReason {
    CATCHUP_NONE("catchup-none"),
    OVER_THE_CAP("over-the-cap");

    private final String text;

    MissedReason(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    static MissedReason of(String text) {
      return Arrays.stream(values())
          .filter(why -> why.text.equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("unknown reason: " + text));
    }
  }
}
