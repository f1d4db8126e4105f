package io.millrace.engine.token;

import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link Token}. */
public final class TokenBuilder {
  private Map<String, StoredArrival> arrivals;
  private @Nullable Activation activation;
  private @Nullable TokenState last;
  private int runs;
  private List<DownstreamDelivery> undelivered;
  private @Nullable Instant deliverAt;
  private @Nullable Instant changedAt;
  private long version;

  TokenBuilder(Token from) {
    arrivals = from.arrivals();
    activation = from.activation();
    last = from.last();
    runs = from.runs();
    undelivered = from.undelivered();
    deliverAt = from.deliverAt();
    changedAt = from.changedAt();
    version = from.version();
  }

  public TokenBuilder arrivals(Map<String, StoredArrival> arrivals) {
    this.arrivals = arrivals;
    return this;
  }

  public TokenBuilder activation(@Nullable Activation activation) {
    this.activation = activation;
    return this;
  }

  public TokenBuilder last(@Nullable TokenState last) {
    this.last = last;
    return this;
  }

  public TokenBuilder runs(int runs) {
    this.runs = runs;
    return this;
  }

  public TokenBuilder undelivered(List<DownstreamDelivery> undelivered) {
    this.undelivered = undelivered;
    return this;
  }

  public TokenBuilder deliverAt(@Nullable Instant deliverAt) {
    this.deliverAt = deliverAt;
    return this;
  }

  public TokenBuilder changedAt(@Nullable Instant changedAt) {
    this.changedAt = changedAt;
    return this;
  }

  public TokenBuilder version(long version) {
    this.version = version;
    return this;
  }

  public Token build() {
    return new Token(arrivals, activation, last, runs, undelivered, deliverAt, changedAt, version);
  }
}
