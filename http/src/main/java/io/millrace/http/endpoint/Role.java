package io.millrace.http.endpoint;

import io.millrace.engine.input.WordList;

/** What the holder of a token is to Millrace. */
public enum Role {
  ADMIN,
  OPERATOR,
  VIEWER,
  WORKER;

  public String text() {
    return WordList.of(this);
  }

  public static Role of(String text) {
    return WordList.read(Role.class, "role", text);
  }
}
