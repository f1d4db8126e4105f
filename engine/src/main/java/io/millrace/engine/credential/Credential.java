package io.millrace.engine.credential;

import java.util.Locale;
import java.util.Set;

/**
 * A credential in a definition. The value itself is not told to anybody who asks what was found.
 *
 * @param field the path of the value it is in
 * @param name of the header, field, parameter or option
 * @param whole whether it is all of the value
 */
public record Credential(String field, String name, boolean whole, String value) {
  private static final Set<String> SCHEMES =
      Set.of("bearer", "basic", "digest", "token", "apikey", "negotiate", "key", "jwt");

  /** What stands before it in a header, such as {@code Bearer} with a space; else empty. */
  String scheme() {
    int blank = value.indexOf(' ');
    return blank > 0 && SCHEMES.contains(value.substring(0, blank).toLowerCase(Locale.ROOT))
        ? value.substring(0, blank + 1)
        : "";
  }

  /** Whether it is what is shown in the place of the real one. */
  public boolean isMasked() {
    return CredentialFinder.isMasked(value);
  }

  @Override
  public String toString() {
    return field;
  }
}
