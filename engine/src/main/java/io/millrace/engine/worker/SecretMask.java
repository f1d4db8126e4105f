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
 * Hides secrets in what others will read: each of them, each line of one that has several, and the
 * way it is written in JSON, in a URL and in Base64, also as a part of something longer. A program
 * that wants to give a secret away still can.
 */
public final class SecretMask {
  /** What is shorter is in too many words by chance. */
  static final int SHORTEST = 4;

  /** For those that were given no secrets. */
  public static final SecretMask NOTHING = new SecretMask(List.of());

  private static final String SHOWN = "***";

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
                .filter(text -> text.length() >= SHORTEST)
                .distinct()
                // One that is a part of another must not tear it apart.
                .sorted(Comparator.comparing(String::length).reversed())
                .toList());
  }

  private static Stream<String> spellings(String text) {
    String inUrl = URLEncoder.encode(text, StandardCharsets.UTF_8);
    Stream<String> written =
        Stream.of(
            text,
            new String(JsonStringEncoder.getInstance().quoteAsString(text)),
            inUrl,
            inUrl.replace("+", "%20"));
    return text.length() < SHORTEST ? written : Stream.concat(written, base64(text));
  }

  /**
   * Alone, with and without padding, and what stays the same wherever it begins within a longer
   * text, such as a user's name and a password: three bytes make four characters.
   */
  private static Stream<String> base64(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Stream<String> within =
        Stream.of(0, 1, 2)
            .map(
                before -> {
                  byte[] longer = new byte[before + bytes.length];
                  System.arraycopy(bytes, 0, longer, before, bytes.length);
                  return Base64.getEncoder()
                      .encodeToString(longer)
                      .substring((before * 8 + 5) / 6, longer.length * 8 / 6);
                });
    Stream<String> alone =
        Stream.of(
            Base64.getEncoder().encodeToString(bytes),
            Base64.getEncoder().withoutPadding().encodeToString(bytes));
    return Stream.concat(alone, within)
        .flatMap(form -> Stream.of(form, form.replace('+', '-').replace('/', '_')));
  }

  public String hide(String text) {
    String shown = text;
    for (String secret : hidden) {
      shown = shown.replace(secret, SHOWN);
    }
    return shown;
  }

  /** Of a text whose end was cut off, which may have gone through the middle of a secret. */
  String hideCut(String text) {
    int from = text.length();
    for (String secret : hidden) {
      int length = Math.min(secret.length() - 1, text.length());
      while (!text.endsWith(secret.substring(0, length))) {
        length--;
      }
      from = Math.min(from, text.length() - length);
    }
    return hide(text.substring(0, from)) + (from < text.length() ? SHOWN : "");
  }

  /** How an attempt ended, as it may be told. */
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
