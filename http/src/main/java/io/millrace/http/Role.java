package io.millrace.http;

import io.millrace.engine.input.Words;

/** What the holder of a token is to Millrace. */
enum Role {
  ADMIN,
  OPERATOR,
  VIEWER,
  WORKER;

  String text() {
    return Words.of(this);
  }

  static Role of(String text) {
    return Words.read(Role.class, "role", text);
  }
}
