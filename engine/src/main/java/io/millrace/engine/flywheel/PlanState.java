package io.millrace.engine.flywheel;

import io.millrace.engine.input.WordList;
import java.time.Instant;
import java.time.LocalDate;

/** Whether a user has a place in the plan of a day, and if not, why. */
public enum PlanState {
  PLANNED("The user has a place in the plan of that day."),
  PLANNING("The user is about to get a place in the rest of today. Ask again in a few seconds."),
  FLYWHEEL_OFF("The flywheel is off, so no day is planned automatically."),
  NO_REFRESHES("The client's users are refreshed 0 times a day."),
  DAY_OVER("The rest of the day has no place for this user. The next plan is made at 00:00 UTC."),
  NOT_YET("That day will be planned at its 00:00 UTC."),
  NOT_IN_PLAN("The user has no place in the plan of that day."),
  NO_PLAN("That day was never planned, or its plan is no longer kept.");

  private final String sentence;

  PlanState(String sentence) {
    this.sentence = sentence;
  }

  /** The word of the API, such as {@code flywheel-off}. */
  public String text() {
    return WordList.of(this);
  }

  public String sentence() {
    return sentence;
  }

  /**
   * The stored facts about the plan of a user.
   *
   * @param dayPlanned whether the day has a plan
   * @param waiting whether the user was added later and waits for a place
   */
  record StoredUserPlan(
      String client, Integer refreshesPerDay, boolean dayPlanned, boolean waiting) {}

  /**
   * Explains why a user has no place.
   *
   * @param stored read before the places, because a user gets places and stops waiting at once
   */
  static PlanState whyUnplanned(
      StoredUserPlan stored, FlywheelSettings settings, LocalDate date, Instant now) {
    LocalDate today = Pass.date(now);
    if (date.isBefore(today)) {
      return stored.dayPlanned() ? NOT_IN_PLAN : NO_PLAN;
    }
    if (!settings.enabled()) {
      return FLYWHEEL_OFF;
    }
    int n = settings.refreshesPerDay(stored.client(), stored.refreshesPerDay());
    if (n == 0) {
      return NO_REFRESHES;
    }
    if (date.isAfter(today)) {
      return NOT_YET;
    }
    if (Pass.remaining(n, Pass.firstPlannableMinute(date, now)).isEmpty()) {
      return DAY_OVER;
    }
    return stored.waiting() || !stored.dayPlanned() ? PLANNING : NOT_IN_PLAN;
  }
}
