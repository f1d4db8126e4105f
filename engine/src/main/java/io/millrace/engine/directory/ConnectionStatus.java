package io.millrace.engine.directory;

/** How a user's connection to a site is. */
public enum ConnectionStatus {
  CONNECTED,
  /** The user has to do something first: answer a question, renew a consent. */
  STEP_NEEDED,
  /** The user has to connect again. */
  DISCONNECTED;

  public boolean needsInteraction() {
    return this != CONNECTED;
  }
}
