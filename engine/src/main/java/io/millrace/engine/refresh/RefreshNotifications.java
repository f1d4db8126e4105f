package io.millrace.engine.refresh;

import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import java.util.Map;

/** What others are told of an attempt that ended. */
final class RefreshNotifications {
  private RefreshNotifications() {}

  static Notification disabled(Ended ended, String owner) {
    AttemptFollowUp next = ended.followUp();
    return notification(
        Kind.DISABLED,
        ended,
        owner,
        Map.of(
            "reason",
            String.valueOf(next.disabledReason()),
            "message",
            String.valueOf(next.disabledMessage())));
  }

  static Notification statusChanged(Ended ended, String owner) {
    return notification(
        Kind.STATUS_CHANGED,
        ended,
        owner,
        Map.of(
            "status",
            ended.followUp().health().isFailing() ? "failing" : "fresh",
            "message",
            ended.outcome().message(),
            "user_message",
            ended.outcome().userMessage()));
  }

  static Notification giveUpWarning(Ended ended, String owner) {
    return notification(
        Kind.GIVE_UP_WARNING,
        ended,
        owner,
        Map.of(
            "failing_since",
            String.valueOf(ended.followUp().health().failingSince()),
            "message",
            ended.outcome().message(),
            "user_message",
            ended.outcome().userMessage()));
  }

  private static Notification notification(
      Kind kind, Ended ended, String owner, Map<String, Object> details) {
    return Notification.of(kind, owner, ended.uid().toString(), ended.at(), details);
  }
}
