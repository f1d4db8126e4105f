package io.millrace.engine.fresh;

import io.millrace.engine.input.WordList;
import java.util.Locale;

/** How data stands against its promise. */
public enum FreshState {
  /** It is young enough, and the next refresh comes in time. */
  FRESH,
  /** It is young enough, but the next refresh ends too late. */
  AT_RISK,
  /** It is older than promised. */
  STALE,
  /** Nobody can keep the promise now, for a named reason. */
  EXEMPT;

  /** The word in the API, the tables and the metrics, such as {@code at-risk}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static FreshState of(String text) {
    return WordList.read(FreshState.class, "state", text);
  }
}
