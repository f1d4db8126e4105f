package io.millrace.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the holder of a token is to Millrace. */
enum Role {
  ADMIN,
  OPERATOR,
  VIEWER,
  WORKER;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Role> of(String text) {
    return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
  }
}
