package io.millrace.client.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reason that a person gives. */
final class ReasonBody {
  private ReasonBody() {}

  static Map<String, String> of(@Nullable String reason) {
    return reason == null ? Map.of() : Map.of("reason", reason);
  }
}
