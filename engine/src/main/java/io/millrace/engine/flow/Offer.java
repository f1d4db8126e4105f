package io.millrace.engine.flow;

import java.util.Set;

/**
 * The offer of a remote worker to take up to {@code max} tasks of these queues.
 *
 * @param projects whose secrets it may have; null = all projects
 */
record Offer(String worker, Set<String> queues, int max, Set<String> projects) {}
