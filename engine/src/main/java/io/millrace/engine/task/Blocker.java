package io.millrace.engine.task;

import java.util.Locale;

/** What something waits for: the first thing that has to change before it can start. */
public enum Blocker {
  /** The pool was removed. */
  POOL_MISSING,
  /** The pool has just started, and reads its waiting tasks. */
  POOL_STARTING,
  /** The pool is not enabled. */
  POOL_PAUSED,
  /** Its system is paused. */
  SYSTEM_PAUSED,
  /** Its system has neither a reserve nor weight, so it never gets a channel. */
  NO_SHARE,
  /** No living worker serves its queue. */
  NO_WORKER,
  /** Workers serve its queue, but none may have the secrets that it needs. */
  NO_WORKER_FOR_SECRETS,
  /** All channels are in use. */
  CHANNELS_IN_USE,
  /** Its system has no weight, and its reserve is in use. */
  WEIGHT_ZERO,
  /** The free channels are reserved for other systems. */
  CHANNELS_RESERVED,
  /** There is a free channel, but all workers of its queue are busy. */
  WORKERS_BUSY,
  /** Other tasks of its system come first. */
  OTHERS_FIRST,
  /** Its grant is being stored. */
  ABOUT_TO_START,
  /** The pool does not have its request. It reads the history again soon. */
  REQUEST_UNKNOWN,
  /** Its owner waits for arrivals. */
  ARRIVALS,
  /** Its job is paused. */
  JOB_PAUSED,
  /** A retry is booked. */
  RETRY_BOOKED,
  /** A rule blocks it. */
  RULE,
  /** It is disabled until somebody saves it. */
  DISABLED,
  /** It was taken out of the sources. */
  SUSPENDED,
  /** Its minute in the plan. */
  PLAN,
  /** Its next planned time. */
  SCHEDULE,
  /** Nothing is booked: only a person can start it. */
  NOTHING_BOOKED;

  /** The word of the API, such as {@code pool-paused}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
