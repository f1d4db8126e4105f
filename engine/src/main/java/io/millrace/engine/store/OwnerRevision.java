package io.millrace.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * Which state of an owner is stored. Only its holder can write the next one.
 *
 * @param number one more with each write; 0 if nothing is stored
 * @param hasRow whether its state is a row; events of an earlier release are none
 * @param persistenceId of its events, which its first row replaces; absent if there are none
 */
public record OwnerRevision(
    String owner, long number, boolean hasRow, @Nullable String persistenceId) {

  OwnerRevision next() {
    return new OwnerRevision(owner, number + 1, true, null);
  }
}
