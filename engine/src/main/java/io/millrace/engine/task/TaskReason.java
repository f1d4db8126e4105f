package io.millrace.engine.task;

import java.util.Locale;

/** Why a task was created. */
public enum TaskReason {
  MANUAL,
  SCHEDULE,
  PLAN,
  RETRY,
  TRIGGER,
  CATCH_UP,
  FORCE,
  REQUEST;

  /** Whether a person asked for it. */
  public boolean isByHand() {
    return this == MANUAL || this == FORCE;
  }

  /** The word in the API and the tables, such as {@code catch-up}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static TaskReason of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
