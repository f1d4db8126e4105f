package io.millrace.engine.bulk;

import java.util.Locale;

/** Where a bulk operation is. */
public enum BulkState {
  RUNNING,
  /** It ends after the page that is under way. */
  ABORTING,
  DONE,
  ABORTED;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static BulkState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  public boolean isFinal() {
    return this == DONE || this == ABORTED;
  }
}
