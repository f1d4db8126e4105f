package io.millrace.engine.directory;

import io.millrace.engine.credential.CredentialWarning;
import java.util.List;
import java.util.Map;

/** One thing of the directory, as it was given. */
public sealed interface DirectoryEntry permits Client, SiteEntry, User, UserSiteEntry {
  String id();

  /** Its fields as the API names them, in order; what was not given is not there. */
  Map<String, Object> fields();

  /** Whether saving the one after the other would change nothing. */
  default boolean isSameAs(DirectoryEntry other) {
    return equals(other);
  }

  /**
   * What its author is told about the credentials in it.
   *
   * @param prefix what its fields begin with in the document
   */
  default List<CredentialWarning> warnings(String prefix) {
    return List.of();
  }
}
