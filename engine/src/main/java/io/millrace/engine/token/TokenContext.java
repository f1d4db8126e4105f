package io.millrace.engine.token;

import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.policy.WakeTime;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the tokens of a node share.
 *
 * @param newest reads the stored jobs; completes when this node knows their present state
 * @param arrivals sends arrivals to other tokens
 */
public record TokenContext(
    PoolGateway channels,
    Jobs jobs,
    Supplier<? extends CompletionStage<?>> newest,
    ArrivalSender arrivals,
    Clock clock,
    Supplier<UUID> uids,
    TokenMeters meters) {

  /** The time is cut to the millisecond, as stored: a replay then sees the same times. */
  TokenDecisionContext decisionContext(TokenId id) {
    return decisionContext(id, null);
  }

  /** The same for a wake-up at that due time. */
  TokenDecisionContext decisionContext(TokenId id, @Nullable Instant dueAt) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return TokenDecisionContext.of(id, jobs, uids.get(), WakeTime.of(dueAt, now));
  }
}
