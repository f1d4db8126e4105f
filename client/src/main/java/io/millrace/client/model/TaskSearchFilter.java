package io.millrace.client.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What no index has. A field that is null does not matter.
 *
 * @param message a part of the message, in any case; {@code …} stands for any text
 * @param newest true: only the task of each owner that ended last
 * @param order {@code newest} or {@code oldest} first
 * @param finishedStart only tasks that ended from then on
 * @param finishedEnd only tasks that ended before
 */
public record TaskSearchFilter(
    @Nullable String message,
    @Nullable String worker,
    @Nullable String reason,
    @Nullable Boolean newest,
    @Nullable String order,
    @Nullable Instant finishedStart,
    @Nullable Instant finishedEnd) {
  public static final TaskSearchFilter NONE =
      new TaskSearchFilter(null, null, null, null, null, null, null);

  /** What fails now, of the failed tasks. */
  public static final TaskSearchFilter NEWEST = NONE.newest(true);

  public TaskSearchFilter message(@Nullable String text) {
    return new TaskSearchFilter(text, worker, reason, newest, order, finishedStart, finishedEnd);
  }

  public TaskSearchFilter worker(@Nullable String name) {
    return new TaskSearchFilter(message, name, reason, newest, order, finishedStart, finishedEnd);
  }

  public TaskSearchFilter reason(@Nullable String word) {
    return new TaskSearchFilter(message, worker, word, newest, order, finishedStart, finishedEnd);
  }

  public TaskSearchFilter newest(@Nullable Boolean only) {
    return new TaskSearchFilter(message, worker, reason, only, order, finishedStart, finishedEnd);
  }

  public TaskSearchFilter order(@Nullable String first) {
    return new TaskSearchFilter(message, worker, reason, newest, first, finishedStart, finishedEnd);
  }

  /** Those that ended from the first time until before the second. */
  public TaskSearchFilter finished(@Nullable Instant from, @Nullable Instant until) {
    return new TaskSearchFilter(message, worker, reason, newest, order, from, until);
  }
}
