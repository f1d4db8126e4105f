package io.millrace.cli.profile;

import org.jspecify.annotations.Nullable;

/**
 * Where requests go, with which access token, and where both were found.
 *
 * @param token null if there is none
 */
public record Connection(String url, @Nullable String token, String urlOrigin, String tokenOrigin) {

  /** The token itself must not be in a log. */
  @Override
  public String toString() {
    return url + " (" + urlOrigin + "), token: " + tokenOrigin;
  }
}
