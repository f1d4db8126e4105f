package io.millrace.engine.trigger;

import io.millrace.engine.notify.Notification;
import java.time.Instant;
import java.util.List;

/**
 * What is stored at once, all or nothing. Storing it a second time changes nothing.
 *
 * @param removed triggers that their jobs do not have any more
 * @param removedJobs the numbers of jobs that are gone, with all their triggers
 * @param rows how far triggers have fired
 * @param waiting fires that are to be caught up
 * @param caughtUp fires that were caught up
 * @param missed fires that will not be
 * @param madeGood fires that were missed, and were queued by hand
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
   * @param told what others are told of it; null if it is nothing to speak of
   */
  record MissedFiresRow(TriggerId id, MissedFires missed, Instant at, Notification told) {}

  record MadeGoodRow(TriggerId id, Instant first, Instant last, Instant at) {}
}
