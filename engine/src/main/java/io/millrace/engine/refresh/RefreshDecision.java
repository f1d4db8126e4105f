package io.millrace.engine.refresh;

import io.millrace.engine.policy.Attempt;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a user-site on a request for a refresh.
 *
 * @param event to be stored before the reply is sent
 * @param uid the attempt that is queued or running now; absent if there is none
 * @param created whether this decision created that attempt
 * @param skipped the rule that blocked the refresh; absent if none did
 */
public record RefreshDecision(
    Optional<UserSiteEvent> event,
    @Nullable UUID uid,
    boolean created,
    @Nullable RefreshRule skipped) {

  static RefreshDecision queued(UserSiteEvent queued, UUID uid) {
    return new RefreshDecision(Optional.of(queued), uid, true, null);
  }

  /**
   * @param event absent if the decision is not stored
   */
  static RefreshDecision skipped(
      RefreshRule rule, @Nullable Attempt current, @Nullable UserSiteEvent event) {
    return new RefreshDecision(Optional.ofNullable(event), uid(current), false, rule);
  }

  static RefreshDecision repeated(@Nullable Attempt current, PlanMinuteDecision before) {
    return new RefreshDecision(Optional.empty(), uid(current), false, before.skipped());
  }

  private static @Nullable UUID uid(@Nullable Attempt current) {
    return current == null ? null : current.uid();
  }
}
