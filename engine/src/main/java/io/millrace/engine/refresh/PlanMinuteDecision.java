package io.millrace.engine.refresh;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The decision on a minute of the plan. A repeated request for that minute gets the same answer.
 *
 * @param skipped the rule that blocked the refresh; absent if it was queued
 */
public record PlanMinuteDecision(Instant plannedAt, @Nullable RefreshRule skipped) {}
