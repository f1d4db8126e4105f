package io.millrace.engine.task;

import io.millrace.engine.notify.Notification;
import java.time.Instant;
import java.util.UUID;

/**
 * What events write beside the journal, in the journal's own transaction: the task history, the due
 * index and what others are told. A fact that is acknowledged is therefore readable at once.
 */
public interface HistoryWriter {

  /**
   * A task was queued.
   *
   * @param order where it stands in its line; null if it is in none
   */
  void queued(Task task, TaskOrder order);

  /** A task got its channel and a worker. */
  void started(UUID attemptUid, Instant at, Instant deadline, String worker);

  /** A task ended; a task that is final already stays as it is. */
  void ended(UUID attemptUid, Instant at, Outcome outcome);

  /** It was time for a refresh, or one was asked for, and a rule was in the way. */
  void skipped(Instant at, String rule);

  /**
   * An owner has a schedule, new or changed, and must be woken for it.
   *
   * @param at the first wake-up; null if there is none
   * @param schedule the text of it, so that a later edit can be noticed
   */
  void scheduleChanged(String owner, Instant at, String schedule);

  /** The retry that is booked is the one that was. */
  int SAME_RETRY = -1;

  /**
   * Something else is booked for the owner now.
   *
   * @param at null if nothing is
   * @param retry which retry of a refresh that failed it is; 0 if it is none
   */
  void booked(String owner, Instant at, int retry);

  /** The owner is not woken any more until it is saved again, and that is why. */
  void disabled(String owner, String reason);

  /** The owner was saved again, and is not disabled any more. */
  void enabled(String owner);

  /** The owner is gone, and so are its wake-ups. */
  void removedFromDue(String owner);

  /** The owner was deleted, and what is left of it can go. */
  void deleted(String owner);

  /** The owner was taken out of the sources; what is left of it stays for a while. */
  void suspended(String owner, Instant at);

  /** The owner is in the sources again, and what is left of it stays. */
  void returned(String owner);

  /** How a token stands now. */
  void tokenChanged(TokenRow row);

  /** Others want to hear of this event; telling it again changes nothing. */
  void notify(Notification notification);

  /** An event that has something to tell the history. */
  @FunctionalInterface
  interface HistoryEvent {
    /**
     * @param owner the user-site, token or pool whose event this is
     */
    void record(String owner, HistoryWriter history);
  }
}
