package io.millrace.engine.task;

import org.jspecify.annotations.Nullable;

/**
 * What a task ended with.
 *
 * @param message for operators; empty if there is none
 * @param userMessage for the user; empty if there is none
 * @param output its result, as JSON; absent if there is none
 */
public record TaskResult(String message, String userMessage, @Nullable String output) {
  static final TaskResult NONE = new TaskResult("", "", null);
}
