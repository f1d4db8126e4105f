package io.millrace.engine.trigger;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link TriggerProgress}. Parts that can be absent may be left out. */
public final class TriggerProgressBuilder {
  private @Nullable String timing;
  private @Nullable Instant from;
  private @Nullable Instant until;
  private @Nullable Long fired;
  private @Nullable Long caughtUp;
  private @Nullable Long missed;
  private @Nullable Instant lastFired;
  private @Nullable Instant lastFiredAt;

  TriggerProgressBuilder() {}

  TriggerProgressBuilder(TriggerProgress other) {
    timing = other.timing();
    from = other.from();
    until = other.until();
    fired = other.fired();
    caughtUp = other.caughtUp();
    missed = other.missed();
    lastFired = other.lastFired();
    lastFiredAt = other.lastFiredAt();
  }

  public TriggerProgressBuilder timing(String timing) {
    this.timing = timing;
    return this;
  }

  public TriggerProgressBuilder from(@Nullable Instant from) {
    this.from = from;
    return this;
  }

  public TriggerProgressBuilder until(@Nullable Instant until) {
    this.until = until;
    return this;
  }

  public TriggerProgressBuilder fired(long fired) {
    this.fired = fired;
    return this;
  }

  public TriggerProgressBuilder caughtUp(long caughtUp) {
    this.caughtUp = caughtUp;
    return this;
  }

  public TriggerProgressBuilder missed(long missed) {
    this.missed = missed;
    return this;
  }

  public TriggerProgressBuilder lastFired(@Nullable Instant lastFired) {
    this.lastFired = lastFired;
    return this;
  }

  public TriggerProgressBuilder lastFiredAt(@Nullable Instant lastFiredAt) {
    this.lastFiredAt = lastFiredAt;
    return this;
  }

  public TriggerProgress build() {
    return new TriggerProgress(
        requireNonNull(timing, "timing"),
        from,
        until,
        requireNonNull(fired, "fired"),
        requireNonNull(caughtUp, "caughtUp"),
        requireNonNull(missed, "missed"),
        lastFired,
        lastFiredAt);
  }
}
