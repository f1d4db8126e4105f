package io.millrace.engine.credential;

import java.util.Locale;
import java.util.Set;

/**
 * A credential in a definition. Reports about it do not show the value.
 *
 * @param field the path of the value that contains it
 * @param name the name of the header, field, parameter or option
 * @param whole whether it is the whole value
 */
public record Credential(String field, String name, boolean whole, String value) {
  private static final Set<String> SCHEMES =
      Set.of("bearer", "basic", "digest", "token", "apikey", "negotiate", "key", "jwt");

  /** Returns the scheme before it in a header, such as {@code Bearer} with a space; else empty. */
  String scheme() {
    int blank = value.indexOf(' ');
    return blank > 0 && SCHEMES.contains(value.substring(0, blank).toLowerCase(Locale.ROOT))
        ? value.substring(0, blank + 1)
        : "";
  }

  /** Whether it is the placeholder that is shown instead of the real one. */
  public boolean isMasked() {
    return CredentialFinder.isMasked(value);
  }

  @Override
  public String toString() {
    return field;
  }
}
