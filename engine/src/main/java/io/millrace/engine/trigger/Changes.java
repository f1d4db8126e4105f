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
record Changes(
    List<TriggerId> removed,
    List<Long> removedJobs,
    List<Row> rows,
    List<Waiting> waiting,
    List<CaughtUp> caughtUp,
    List<MissedFires> missed,
    List<MadeGood> madeGood) {

  record Row(TriggerId id, Progress progress) {}

  record Waiting(TriggerId id, Instant time, long place) {}

  record CaughtUp(TriggerId id, Instant time) {}

  /**
   * @param told what others are told of it; null if it is nothing to speak of
   */
  record MissedFires(TriggerId id, Missed missed, Instant at, Notification told) {}

  record MadeGood(TriggerId id, Instant first, Instant last, Instant at) {}
}
