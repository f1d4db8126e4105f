package io.millrace.engine.task;

/**
 * A task that waits for a channel.
 *
 * @param order its place in its line; null if it is in none
 */
public record QueuedTask(Task task, TaskOrder order) {}
