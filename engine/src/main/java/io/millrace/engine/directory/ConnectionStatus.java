package io.millrace.engine.directory;

import io.millrace.engine.input.WordList;

/** The state of a user's connection to a site. */
public enum ConnectionStatus {
  CONNECTED,
  /** The user has to act first: answer a question or renew a consent. */
  STEP_NEEDED,
  /** The user has to connect again. */
  DISCONNECTED;

  /** Parses the value of a caller. */
  public static ConnectionStatus of(String text) {
    return WordList.readName(ConnectionStatus.class, "status", text);
  }

  public boolean needsInteraction() {
    return this != CONNECTED;
  }
}
