package io.millrace.engine.credential;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tells from the name of a header, parameter or field whether its value is a credential. */
final class CredentialName {
  /** These may be anywhere in a name, however its words are separated. */
  private static final List<String> PARTS =
      List.of(
          "token",
          "secret",
          "password",
          "passwd",
          "apikey",
          "credential",
          "privatekey",
          "accesskey",
          "subscriptionkey",
          "signature",
          "session");

  private static final Set<String> WORDS = Set.of("pass", "passphrase", "pwd", "jwt", "sig");

  /** {@code auth}, {@code OAuth2} and {@code Authorization}, but not {@code author}. */
  private static final Pattern AUTH =
      Pattern.compile(".*auth(\\d*|ori[sz]ation|entication|enticate|[nz]|key|code|pass)");

  private static final Pattern COOKIE = Pattern.compile("(.*-)?cookies?2?");

  /** Names whose value may be a number, unlike {@code max_tokens: 500}. */
  private static final List<String> NUMERIC =
      List.of("password", "passwd", "secret", "credential", "key");

  private CredentialName() {}

  static boolean isLike(String name) {
    String dashed = dashed(name);
    String squeezed = dashed.replace("-", "");
    return PARTS.stream().anyMatch(squeezed::contains)
        || COOKIE.matcher(dashed).matches()
        || Stream.of(dashed.split("-"))
            .anyMatch(word -> WORDS.contains(word) || AUTH.matcher(word).matches());
  }

  static boolean isLikeOfNumber(String name) {
    String squeezed = dashed(name).replace("-", "");
    return isLike(name) && NUMERIC.stream().anyMatch(squeezed::contains);
  }

  /**
   * Returns the name in lower case with dashes: {@code apiKey} and {@code API_KEY} are the same.
   */
  static String dashed(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }
}
