package io.millrace.engine.directory;

import java.util.List;

/**
 * What became of an entry that was to be deleted.
 *
 * @param found whether there was one
 * @param inUse how many belong to it, so that it stays; 0 if it is gone
 * @param owners of the user-sites that are gone now
 */
public record EntryDeleteResult(boolean found, long inUse, List<String> owners) {
  static final EntryDeleteResult NOT_FOUND = new EntryDeleteResult(false, 0, List.of());

  static EntryDeleteResult refused(long inUse) {
    return new EntryDeleteResult(true, inUse, List.of());
  }

  static EntryDeleteResult gone(List<String> owners) {
    return new EntryDeleteResult(true, 0, owners);
  }
}
