package io.millrace.engine.task;

/**
 * The place of a task among all tasks of one trigger or one rerun. Tasks that wait together start
 * in this order.
 *
 * @param line identifies the trigger or the rerun
 * @param place the lowest starts first
 */
public record TaskOrder(String line, long place) {}
