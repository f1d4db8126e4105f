package io.millrace.engine.token;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.TokenEvent.Ended;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Names the parts of an {@link Ended}. Parts that can be absent may be left out. */
public final class TokenEndedBuilder {
  private @Nullable UUID uid;
  private @Nullable Instant at;
  private @Nullable Outcome outcome;
  private @Nullable Instant retryAt;
  private @Nullable List<ArrivalTarget> targets;
  private @Nullable Instant deliverAt;
  private @Nullable Integer count;
  private @Nullable Long version;

  TokenEndedBuilder() {}

  TokenEndedBuilder(Ended from) {
    uid = from.uid();
    at = from.at();
    outcome = from.outcome();
    retryAt = from.retryAt();
    targets = from.targets();
    deliverAt = from.deliverAt();
    count = from.count();
    version = from.version();
  }

  public TokenEndedBuilder uid(@Nullable UUID uid) {
    this.uid = uid;
    return this;
  }

  public TokenEndedBuilder at(Instant at) {
    this.at = at;
    return this;
  }

  public TokenEndedBuilder outcome(Outcome outcome) {
    this.outcome = outcome;
    return this;
  }

  public TokenEndedBuilder retryAt(@Nullable Instant retryAt) {
    this.retryAt = retryAt;
    return this;
  }

  public TokenEndedBuilder targets(List<ArrivalTarget> targets) {
    this.targets = targets;
    return this;
  }

  public TokenEndedBuilder deliverAt(@Nullable Instant deliverAt) {
    this.deliverAt = deliverAt;
    return this;
  }

  public TokenEndedBuilder count(int count) {
    this.count = count;
    return this;
  }

  public TokenEndedBuilder version(long version) {
    this.version = version;
    return this;
  }

  public Ended build() {
    return new Ended(
        uid,
        requireNonNull(at, "at"),
        requireNonNull(outcome, "outcome"),
        retryAt,
        requireNonNull(targets, "targets"),
        deliverAt,
        requireNonNull(count, "count"),
        requireNonNull(version, "version"));
  }
}
