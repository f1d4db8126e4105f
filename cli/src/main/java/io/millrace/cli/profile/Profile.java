package io.millrace.cli.profile;

import org.jspecify.annotations.Nullable;

/** An installation that the user has given a name. */
record Profile(
    String name, @Nullable String url, @Nullable String token, @Nullable String tokenFile) {

  /** The token itself must not be in a log. */
  @Override
  public String toString() {
    return "Profile[" + name + "]";
  }
}
