package io.millrace.engine.directory;

import io.millrace.engine.credential.CredentialWarning;
import java.util.List;
import java.util.Map;

/** An entry of the directory, as its author gave it. */
public sealed interface DirectoryEntry permits Client, SiteEntry, User, UserSiteEntry {
  String id();

  /**
   * Returns its fields with their names in the API, in order. Fields without a value are absent.
   */
  Map<String, Object> fields();

  /** Whether replacing one by the other would change nothing. */
  default boolean isSameAs(DirectoryEntry other) {
    return equals(other);
  }

  /**
   * Returns the warnings about credentials in it.
   *
   * @param prefix the prefix of its fields in the document
   */
  default List<CredentialWarning> warnings(String prefix) {
    return List.of();
  }
}
