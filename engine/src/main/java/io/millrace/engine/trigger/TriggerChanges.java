package io.millrace.engine.trigger;

import io.millrace.engine.notify.Notification;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes that one transaction stores. Storing them a second time changes nothing.
 *
 * @param removed triggers that their jobs no longer have
 * @param removedJobs the numbers of jobs that are gone, with all their triggers
 * @param rows the progress of triggers
 * @param waiting fires to catch up
 * @param caughtUp fires that were caught up
 * @param missed fires that will not happen
 * @param madeGood missed fires that were fired by hand
 */
record TriggerChanges(
    List<TriggerId> removed,
    List<Long> removedJobs,
    List<ProgressRow> rows,
    List<WaitingFireRow> waiting,
    List<CaughtUpFireRow> caughtUp,
    List<MissedFiresRow> missed,
    List<MadeGoodRow> madeGood) {

  record ProgressRow(TriggerId id, TriggerProgress progress) {}

  record WaitingFireRow(TriggerId id, Instant time, long place) {}

  record CaughtUpFireRow(TriggerId id, Instant time) {}

  /**
   * @param told the notification about it; absent if nobody needs to know
   */
  record MissedFiresRow(
      TriggerId id, MissedFires missed, Instant at, @Nullable Notification told) {}

  record MadeGoodRow(TriggerId id, Instant first, Instant last, Instant at) {}
}
