package io.millrace.engine.refresh;

import java.util.Optional;
import java.util.UUID;

/**
 * What a user-site says to someone who asked for a refresh.
 *
 * @param event what is to be stored before it is said
 * @param uid the attempt that is queued or running now; null if none is
 * @param created whether that attempt is made by this very answer
 * @param skipped the rule that was in the way; null if none was
 */
public record RefreshDecision(
    Optional<UserSiteEvent> event, UUID uid, boolean created, RefreshRule skipped) {

  static RefreshDecision queued(UserSiteEvent queued, UUID uid) {
    return new RefreshDecision(Optional.of(queued), uid, true, null);
  }

  /**
   * @param event null if nobody has to know of it later
   */
  static RefreshDecision skipped(RefreshRule rule, RefreshAttempt current, UserSiteEvent event) {
    return new RefreshDecision(Optional.ofNullable(event), uid(current), false, rule);
  }

  static RefreshDecision repeated(RefreshAttempt current, PlanMinuteDecision before) {
    return new RefreshDecision(Optional.empty(), uid(current), false, before.skipped());
  }

  private static UUID uid(RefreshAttempt current) {
    return current == null ? null : current.uid();
  }
}
