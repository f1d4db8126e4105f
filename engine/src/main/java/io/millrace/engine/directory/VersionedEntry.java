package io.millrace.engine.directory;

import io.millrace.engine.input.ContentVersion;

/** An entry with the version of its content. */
public record VersionedEntry<T extends DirectoryEntry>(T entry, String version) {

  /** The version of an entry without a counter, which has no credentials. */
  public static String of(DirectoryEntry entry) {
    return ContentVersion.of(entry.fields().toString());
  }
}
