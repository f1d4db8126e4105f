package io.millrace.engine.flow;

import java.util.Set;

/**
 * A remote worker takes up to {@code max} tasks of any of these queues.
 *
 * @param projects whose secrets it may have; null = those of all
 */
record Offer(String worker, Set<String> queues, int max, Set<String> projects) {}
