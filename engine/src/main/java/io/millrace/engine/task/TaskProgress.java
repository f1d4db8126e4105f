package io.millrace.engine.task;

import org.jspecify.annotations.Nullable;

/**
 * How far a task has come.
 *
 * @param worker the worker that runs or ran it; empty before it starts
 * @param percent the progress that its worker reported; absent if it reported none
 * @param userFriendlyStatus the progress in words, for the user; empty if none was reported
 */
public record TaskProgress(String worker, @Nullable Integer percent, String userFriendlyStatus) {
  static final TaskProgress NONE = new TaskProgress("", null, "");
}
