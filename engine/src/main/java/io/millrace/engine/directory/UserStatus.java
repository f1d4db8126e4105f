package io.millrace.engine.directory;

/** Whether a user's connections are refreshed at all. */
public enum UserStatus {
  ACTIVE,
  BLOCKED
}
