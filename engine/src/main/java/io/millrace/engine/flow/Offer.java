package io.millrace.engine.flow;

import java.util.Set;

/** A remote worker takes up to {@code max} tasks of any of these queues. */
record Offer(String worker, Set<String> queues, int max) {}
