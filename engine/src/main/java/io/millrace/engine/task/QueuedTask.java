package io.millrace.engine.task;

import org.jspecify.annotations.Nullable;

/**
 * A task that waits for a channel.
 *
 * @param order its place in its line; absent if it is in none
 */
public record QueuedTask(Task task, @Nullable TaskOrder order) {}
