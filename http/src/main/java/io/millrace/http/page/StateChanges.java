package io.millrace.http.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a state is another than the last time. One for each reader. */
final class StateChanges {
  private @Nullable Map<String, Object> last;

  /** All of it the first time, and after {@link #forget}. */
  Map<String, Object> of(Map<String, Object> state) {
    Map<String, Object> before = last;
    last = state;
    if (before == null) {
      return state;
    }
    Map<String, Object> changed = new LinkedHashMap<>(state);
    changed
        .entrySet()
        .removeIf(field -> Objects.equals(field.getValue(), before.get(field.getKey())));
    return changed;
  }

  boolean isFirst() {
    return last == null;
  }

  /** The reader was told something else. */
  void forget() {
    last = null;
  }
}
