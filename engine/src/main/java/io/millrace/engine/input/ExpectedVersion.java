package io.millrace.engine.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The version that a caller expects of what it changes. The check belongs to the transaction of the
 * change.
 *
 * @param versions one of them is expected; empty if any version will do
 */
public record ExpectedVersion(List<String> versions) {
  /** The caller does not care. */
  public static final ExpectedVersion ANY = new ExpectedVersion(List.of());

  private static final String EXISTING = "*";

  public ExpectedVersion {
    versions = List.copyOf(versions);
  }

  /** Expects only that something is there. */
  public boolean isAnyExisting() {
    return versions.contains(EXISTING);
  }

  /**
   * @param what its kind and name, such as {@code site 'bank'}
   * @param current its version; absent if it does not exist
   * @throws VersionConflictException if it is not what the caller expects
   */
  public void check(String what, @Nullable String current) {
    if (versions.isEmpty()) {
      return;
    }
    boolean matches = current != null && (isAnyExisting() || versions.contains(current));
    if (!matches) {
      throw new VersionConflictException(
          "The %s %s, and If-Match names %s; read it again"
              .formatted(
                  what,
                  current == null ? "does not exist" : "has version " + current,
                  String.join(", ", versions)));
    }
  }
}
