package io.millrace.http.logging;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import io.millrace.http.settings.StartException;
import java.util.List;
import java.util.Map;

/**
 * How the log is written, and how much of it. Logback takes a word that it does not know for no log
 * at all, so they are checked here, before anything is logged.
 */
public final class LogSettings {
  private static final Map<String, List<String>> ACCEPTED =
      Map.of(
          "MILLRACE_LOG", List.of("plain", "json"),
          "MILLRACE_LOG_LEVEL", List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"));

  private LogSettings() {}

  /** Hands the words of the environment to Logback, which reads properties first. */
  public static void apply(Map<String, String> environment) {
    ACCEPTED
        .keySet()
        .forEach(
            name -> {
              String given = environment.getOrDefault(name, "");
              if (!given.isBlank()) {
                System.setProperty(name, word(name, given));
              }
            });
  }

  /**
   * @throws StartException if the value is not accepted
   */
  static String word(String name, String given) {
    try {
      return WordList.read(ACCEPTED.getOrDefault(name, List.of()), word -> word, name, given);
    } catch (InvalidInputException unknown) {
      throw new StartException(unknown.getMessage());
    }
  }
}
