package io.millrace.engine.directory;

import io.millrace.engine.input.WordList;

/** Whether a user's connections are refreshed at all. */
public enum UserStatus {
  ACTIVE,
  BLOCKED;

  /** Parses the value of a caller. */
  public static UserStatus of(String text) {
    return WordList.readName(UserStatus.class, "status", text);
  }
}
