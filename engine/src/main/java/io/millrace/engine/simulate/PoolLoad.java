package io.millrace.engine.simulate;

import java.util.SortedMap;

/**
 * The load of one pool.
 *
 * @param channels how many it has; 0 while it is paused
 * @param running the most channels in use in each minute
 * @param waiting by system
 */
public record PoolLoad(
    String pool, int channels, int[] running, SortedMap<String, WaitingTimes> waiting) {}
