package io.millrace.engine.simulate;

/**
 * User-sites whose data became older than promised.
 *
 * @param promised how many have a promise
 * @param missed how many of them were too old at some time
 * @param minutes how long all of them together were too old
 */
public record MissedFreshness(String name, long promised, long missed, long minutes) {}
