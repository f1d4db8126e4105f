package io.millrace.engine.notify;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What is to be sent, as the notifier sees it. */
public interface Outbox {

  /**
   * One step of the notifier.
   *
   * @param lostAt when an attempt that is taken now counts as lost, if nobody says how it ended
   * @param free how many attempts each webhook may get now
   * @param ended the attempts that have ended since the step before
   */
  record Step(Instant now, Instant lostAt, Map<String, Integer> free, List<Delivery.Ended> ended) {}

  /**
   * What is to be sent now.
   *
   * @param more whether there are more new notifications than one step takes
   */
  record Taken(List<Delivery> due, boolean more) {}

  /** Stores what ended, makes the deliveries of what is new, and takes what is due. */
  CompletionStage<Taken> step(Step step);

  /** Deletes what is older, and counts what waits for each webhook. */
  CompletionStage<Map<String, Integer>> tidy(Instant before);
}
