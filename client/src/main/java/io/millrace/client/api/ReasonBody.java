package io.millrace.client.api;

import java.util.Map;

/** The reason that a person gives. */
final class ReasonBody {
  private ReasonBody() {}

  static Map<String, String> of(String reason) {
    return reason == null ? Map.of() : Map.of("reason", reason);
  }
}
