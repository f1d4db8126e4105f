package io.millrace.engine.task;

import io.millrace.engine.notify.Notification;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows that belong to an event, in the same transaction as the event: the task history,
 * the due index and notifications. An acknowledged fact is therefore readable at once.
 */
public interface HistoryWriter {

  /**
   * A task was queued.
   *
   * @param order its place in its line; absent if it is in none
   */
  void queued(Task task, @Nullable TaskOrder order);

  /** A task got its channel and a worker. */
  void started(UUID attemptUid, Instant at, Instant deadline, String worker);

  /** A task ended. A task that has a final status stays as it is. */
  void ended(UUID attemptUid, Instant at, Outcome outcome);

  /** A refresh or a run of a step succeeded: the data of this owner is fresh. */
  void succeeded(String owner, Instant at);

  /** A refresh was due or requested, and a rule blocked it. */
  void skipped(Instant at, String rule);

  /**
   * An owner has a new or changed schedule and must be woken for it.
   *
   * @param at the first wake-up; absent if there is none
   * @param schedule its text, to detect later edits
   */
  void scheduleChanged(String owner, @Nullable Instant at, String schedule);

  /** The booked retry keeps its number. */
  int SAME_RETRY = -1;

  /**
   * The booking of the owner changed.
   *
   * @param at absent if nothing is booked
   * @param retry the number of the retry; 0 if the booking is not a retry
   */
  void booked(String owner, @Nullable Instant at, int retry);

  /** The owner is disabled: it is not woken until it is saved again. */
  void disabled(String owner, String reason);

  /** The owner was saved again and is enabled. */
  void enabled(String owner);

  /** The owner is gone; its wake-ups are dropped. */
  void removedFromDue(String owner);

  /** The owner was deleted; its journal can be cleaned up. */
  void deleted(String owner);

  /** The owner was removed from the sources; its state is kept for a while. */
  void suspended(String owner, Instant at);

  /** The owner was put back into the sources; its state is kept. */
  void returned(String owner);

  /** The state of a token changed. */
  void tokenChanged(TokenRow row);

  /** Adds a notification for webhooks. Adding it again changes nothing. */
  void notify(Notification notification);

  /** An event that writes rows beside the journal. */
  @FunctionalInterface
  interface HistoryEvent {
    /**
     * @param owner the user-site, token or pool whose event this is
     */
    void record(String owner, HistoryWriter history);
  }
}
