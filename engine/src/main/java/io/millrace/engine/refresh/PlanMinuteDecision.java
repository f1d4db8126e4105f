package io.millrace.engine.refresh;

import java.time.Instant;

/**
 * What became of a minute of the plan, so that the same minute asked again gets the same answer.
 *
 * @param skipped null if it was queued
 */
public record PlanMinuteDecision(Instant plannedAt, RefreshRule skipped) {}
