package io.millrace.engine.directory;

import java.util.List;

/**
 * What became of an entry that was to be deleted.
 *
 * @param found whether there was one
 * @param inUse how many belong to it, so that it stays; 0 if it is gone
 * @param owners of the user-sites that are gone now
 */
public record Deleted(boolean found, long inUse, List<String> owners) {
  static final Deleted NOT_FOUND = new Deleted(false, 0, List.of());

  static Deleted refused(long inUse) {
    return new Deleted(true, inUse, List.of());
  }

  static Deleted gone(List<String> owners) {
    return new Deleted(true, 0, owners);
  }
}
