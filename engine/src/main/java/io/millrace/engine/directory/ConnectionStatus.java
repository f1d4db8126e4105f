package io.millrace.engine.directory;

import io.millrace.engine.input.WordList;

/** How a user's connection to a site is. */
public enum ConnectionStatus {
  CONNECTED,
  /** The user has to do something first: answer a question, renew a consent. */
  STEP_NEEDED,
  /** The user has to connect again. */
  DISCONNECTED;

  /** Reads what a caller wrote. */
  public static ConnectionStatus of(String text) {
    return WordList.readName(ConnectionStatus.class, "status", text);
  }

  public boolean needsInteraction() {
    return this != CONNECTED;
  }
}
