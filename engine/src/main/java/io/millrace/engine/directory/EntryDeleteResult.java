package io.millrace.engine.directory;

import java.util.List;

/**
 * The result of deleting an entry.
 *
 * @param found whether the entry existed
 * @param inUse how many entries belong to it, so that it stays; 0 if it was deleted
 * @param owners the owners of the user-sites that were deleted
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
