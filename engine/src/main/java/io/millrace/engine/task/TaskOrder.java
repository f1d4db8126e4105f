package io.millrace.engine.task;

/**
 * Where a task stands among all that follow from one trigger, or from one range that is run again.
 * Those that wait together start in this order.
 *
 * @param line what they follow from
 * @param place the least starts first
 */
public record TaskOrder(String line, long place) {}
