package io.millrace.engine.task;

/**
 * What a task ended with.
 *
 * @param message for operators; empty if there is none
 * @param userMessage for the user; empty if there is none
 * @param output its result, as JSON; null if there is none
 */
public record TaskResult(String message, String userMessage, String output) {
  static final TaskResult NONE = new TaskResult("", "", null);
}
