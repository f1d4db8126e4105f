package io.millrace.cli.output;

import java.util.Locale;

/** Colours of words that say how something is. */
public enum Colour {
  NONE(""),
  BOLD("1"),
  FAINT("2"),
  RED("31"),
  GREEN("32"),
  YELLOW("33"),
  CYAN("36");

  private final String code;

  Colour(String code) {
    this.code = code;
  }

  /** The text in this colour. */
  public String paint(String text) {
    return this == NONE ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  /** The colour of a status or a state. */
  public static Colour ofState(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "SUCCESS", "OK", "UP", "CONNECTED", "ACTIVE" -> GREEN;
      case "FAILED", "FAIL", "DISABLED", "BLOCKED", "DISCONNECTED", "DOWN" -> RED;
      case "RUNNING" -> CYAN;
      case "SCHEDULED", "QUEUED", "WAITING", "WARN", "PAUSED", "STEP_NEEDED", "RETRY" -> YELLOW;
      case "CANCELED", "REMOVED" -> FAINT;
      default -> NONE;
    };
  }
}
