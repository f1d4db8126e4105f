package io.millrace.engine.worker;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOutput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hides secrets in texts: each secret, each line of it, and its spelling in JSON, in a URL and in
 * Base64, also within a longer text. It does not stop a program that gives a secret away on
 * purpose.
 */
public final class SecretMask {
  /** Shorter secrets are not hidden, because they occur in too many words by chance. */
  static final int MIN_LENGTH = 4;

  /** For tasks without secrets. */
  public static final SecretMask NOTHING = new SecretMask(List.of());

  private static final String STARS = "***";

  private final List<String> hidden;

  private SecretMask(List<String> hidden) {
    this.hidden = hidden;
  }

  public static SecretMask of(Collection<String> secrets) {
    return secrets.isEmpty()
        ? NOTHING
        : new SecretMask(
            secrets.stream()
                .flatMap(secret -> Stream.concat(Stream.of(secret), secret.lines()))
                .map(String::strip)
                .flatMap(SecretMask::spellings)
                .filter(text -> text.length() >= MIN_LENGTH)
                .distinct()
                // Longest first: a secret that is part of another must not tear it apart.
                .sorted(Comparator.comparing(String::length).reversed())
                .toList());
  }

  private static Stream<String> spellings(String text) {
    String urlEncoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
    Stream<String> plain =
        Stream.of(
            text,
            new String(JsonStringEncoder.getInstance().quoteAsString(text)),
            urlEncoded,
            urlEncoded.replace("+", "%20"));
    return text.length() < MIN_LENGTH ? plain : Stream.concat(plain, base64(text));
  }

  /**
   * Returns the spellings in Base64: alone, with and without padding, and the characters that stay
   * the same at any offset within a longer text, such as a user name with a password. Three bytes
   * make four characters.
   */
  private static Stream<String> base64(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Stream<String> within =
        Stream.of(0, 1, 2)
            .map(
                offset -> {
                  byte[] longer = new byte[offset + bytes.length];
                  System.arraycopy(bytes, 0, longer, offset, bytes.length);
                  return Base64.getEncoder()
                      .encodeToString(longer)
                      .substring((offset * 8 + 5) / 6, longer.length * 8 / 6);
                });
    Stream<String> alone =
        Stream.of(
            Base64.getEncoder().encodeToString(bytes),
            Base64.getEncoder().withoutPadding().encodeToString(bytes));
    return Stream.concat(alone, within)
        .flatMap(form -> Stream.of(form, form.replace('+', '-').replace('/', '_')));
  }

  public String hide(String text) {
    String masked = text;
    for (String secret : hidden) {
      masked = masked.replace(secret, STARS);
    }
    return masked;
  }

  /** Hides secrets in a text whose end was cut off, perhaps in the middle of a secret. */
  String hideCut(String text) {
    int from = text.length();
    for (String secret : hidden) {
      int length = Math.min(secret.length() - 1, text.length());
      while (!text.endsWith(secret.substring(0, length))) {
        length--;
      }
      from = Math.min(from, text.length() - length);
    }
    return hide(text.substring(0, from)) + (from < text.length() ? STARS : "");
  }

  /** Hides secrets in an outcome. */
  public Outcome hide(Outcome outcome) {
    if (hidden.isEmpty()) {
      return outcome;
    }
    return new Outcome(
        outcome.kind(),
        hide(outcome.message()),
        hide(outcome.userMessage()),
        outcome.retryable(),
        outcome.retryAfter(),
        outcome.output() == null ? null : TaskOutput.withTexts(outcome.output(), this::hide),
        outcome.failure());
  }
}
