package io.millrace.engine.token;

import java.time.Instant;

/**
 * A run of a token's step that has not come to its end: an attempt, or a retry that is booked.
 *
 * @param no of the current or last attempt
 * @param attempt null while a retry is booked
 * @param at when the retry is due, or what follows should nothing be heard of the attempt; null if
 *     nothing does
 */
public record Activation(Urgency urgency, int no, Attempt attempt, Instant at) {}
