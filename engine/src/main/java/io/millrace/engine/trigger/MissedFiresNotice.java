package io.millrace.engine.trigger;

import io.millrace.engine.job.Job;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.trigger.MissedFires.MissedReason;
import io.millrace.engine.trigger.TriggerChanges.MissedFiresRow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reports missed fires, and how to fire them after all. */
final class MissedFiresNotice {
  private MissedFiresNotice() {}

  /**
   * @param isNew whether the trigger has never fired: with catch-up mode "none" its past fires are
   *     missed on purpose, so nobody is notified
   */
  static MissedFiresRow of(LiveTrigger trigger, MissedFires missed, boolean isNew, Instant now) {
    boolean isNews = !isNew || missed.why() != MissedReason.CATCHUP_NONE;
    return new MissedFiresRow(
        trigger.id(), missed, now, isNews ? notification(trigger, missed, now) : null);
  }

  private static Notification notification(LiveTrigger trigger, MissedFires missed, Instant now) {
    Job job = trigger.job();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("job", job.id().toString());
    details.put("trigger", trigger.id().name());
    details.put("reason", missed.why().text());
    details.put("fires", missed.fires());
    details.put("at_least", missed.atLeast());
    details.put("first", missed.first().toString());
    details.put("last", missed.last().toString());
    return Notification.of(
        Notification.Kind.FIRES_MISSED,
        trigger.name(),
        job.number() + " " + missed.first(),
        now,
        details);
  }

  /** Returns the text for the log, including the request that fires them. */
  static String text(LiveTrigger trigger, MissedFires missed, TriggerSettings settings) {
    String why =
        missed.why() == MissedReason.OVER_THE_CAP
            ? "more than millrace.trigger.catch-up-cap = " + settings.catchUpCap() + " at once"
            : "its catchup is none";
    return ("Missed %s%d fires of %s, from %s to %s: %s. To fire them after all: POST"
            + " /jobs/%s/triggers/%s/fire {\"first\": \"%s\", \"last\": \"%s\", \"dry_run\":"
            + " false}")
        .formatted(
            missed.atLeast() ? "at least " : "",
            missed.fires(),
            trigger.name(),
            missed.first(),
            missed.last(),
            why,
            trigger.job().id(),
            trigger.id().name().replace(" ", "%20"),
            missed.first(),
            missed.last());
  }
}
