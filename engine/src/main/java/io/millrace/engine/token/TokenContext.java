package io.millrace.engine.token;

import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.job.Jobs;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What every token of a node shares.
 *
 * @param newest completes when this node knows every job as it was stored a moment ago, or later
 * @param arrivals the way to the other tokens
 */
public record TokenContext(
    PoolGateway channels,
    Jobs jobs,
    Supplier<? extends CompletionStage<?>> newest,
    ArrivalSender arrivals,
    Clock clock,
    Supplier<UUID> uids,
    TokenMeters meters) {

  /** To the millisecond: the precision that is stored, so that what is replayed is the same. */
  TokenDecisionContext decisionContext(TokenId id) {
    return new TokenDecisionContext(
        id, jobs, uids.get(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }
}
