package io.millrace.engine.flow;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a waiting task will probably start, counted from now.
 *
 * @param likely half of the starts are earlier; absent if nothing can be said
 * @param late nine of ten starts are earlier; absent if nothing can be said
 * @param whyNot why nothing can be said, as a word; empty if something can
 */
public record StartOutlook(@Nullable Duration likely, @Nullable Duration late, String whyNot) {
  /** No task of the pool has ended since its actor started. */
  static final StartOutlook NOT_MEASURED = unknown("not-measured");

  /** More tasks come first than are counted. */
  static final StartOutlook TOO_FAR_BACK = unknown("too-far-back");

  static final StartOutlook NOW = of(Duration.ZERO, Duration.ZERO);

  static StartOutlook unknown(String whyNot) {
    return new StartOutlook(null, null, whyNot);
  }

  static StartOutlook of(Duration likely, Duration late) {
    return new StartOutlook(likely, late, "");
  }
}
