package io.millrace.engine.task;

/**
 * Where a task waits for its channel, and who can run it.
 *
 * @param priority how urgent it is; see {@link TaskPriority}
 * @param system whose share of the pool it uses
 * @param pool whose channels it uses
 * @param queue {@link Task#NODES}, {@link Task#CALLER}, or remote workers of this name
 */
public record TaskRoute(int priority, String system, String pool, String queue) {}
