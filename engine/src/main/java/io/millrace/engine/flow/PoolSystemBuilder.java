package io.millrace.engine.flow;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.flow.PoolState.PoolSystem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link PoolSystem}. Parts that can be absent may be left out. */
public final class PoolSystemBuilder {
  private @Nullable String systemName;
  private @Nullable Integer reservedChannels;
  private @Nullable Integer probability;
  private @Nullable Integer running;
  private @Nullable Integer waiting;
  private @Nullable Instant oldest;
  private @Nullable Long granted;
  private @Nullable Long drawn;
  private @Nullable Double expected;

  PoolSystemBuilder() {}

  public PoolSystemBuilder systemName(String systemName) {
    this.systemName = systemName;
    return this;
  }

  public PoolSystemBuilder reservedChannels(int reservedChannels) {
    this.reservedChannels = reservedChannels;
    return this;
  }

  public PoolSystemBuilder probability(int probability) {
    this.probability = probability;
    return this;
  }

  public PoolSystemBuilder running(int running) {
    this.running = running;
    return this;
  }

  public PoolSystemBuilder waiting(int waiting) {
    this.waiting = waiting;
    return this;
  }

  public PoolSystemBuilder oldest(@Nullable Instant oldest) {
    this.oldest = oldest;
    return this;
  }

  public PoolSystemBuilder granted(long granted) {
    this.granted = granted;
    return this;
  }

  public PoolSystemBuilder drawn(long drawn) {
    this.drawn = drawn;
    return this;
  }

  public PoolSystemBuilder expected(double expected) {
    this.expected = expected;
    return this;
  }

  public PoolSystem build() {
    return new PoolSystem(
        requireNonNull(systemName, "systemName"),
        requireNonNull(reservedChannels, "reservedChannels"),
        requireNonNull(probability, "probability"),
        requireNonNull(running, "running"),
        requireNonNull(waiting, "waiting"),
        oldest,
        requireNonNull(granted, "granted"),
        requireNonNull(drawn, "drawn"),
        requireNonNull(expected, "expected"));
  }
}
