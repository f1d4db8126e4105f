package io.millrace.engine.flow;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The offer of a remote worker to take up to {@code max} tasks of these queues.
 *
 * @param projects whose secrets it may have; absent = all projects
 */
record Offer(String worker, Set<String> queues, int max, @Nullable Set<String> projects) {}
