package io.millrace.engine.trigger;

import java.time.Instant;
import java.util.Arrays;

/**
 * Fires that will not happen unless somebody fires them by hand.
 *
 * @param first the logical time of the first fire
 * @param atLeast whether there are more than {@code fires}, because counting stopped there
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
