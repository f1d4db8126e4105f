package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pools, their config and their state. */
public final class FlowModel {
  private FlowModel() {}

  /** A pool: its config and its state. */
  public record Pool(
      String pool,
      long version,
      @Nullable PoolConfig config,
      String changedBy,
      @Nullable Instant changedAt,
      String reason,
      long running,
      long waiting,
      Instant countedSince,
      List<SystemState> systems) {}

  /** All pools. */
  public record PoolList(List<Pool> pools) {}

  /** How the channels of a pool are shared. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PoolConfig(
      @Nullable Boolean enabled,
      @JsonProperty("maxConcurrency") int maxConcurrency,
      @JsonProperty("sourceSystems") List<SourceSystem> sourceSystems) {}

  /** A system and its share of a pool. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SourceSystem(
      @JsonProperty("systemName") String systemName,
      @JsonProperty("reservedChannels") int reservedChannels,
      int probability,
      @Nullable String paused) {
    /** A system that is not paused. */
    public SourceSystem(String systemName, int reservedChannels, int probability) {
      this(systemName, reservedChannels, probability, null);
    }
  }

  /** A system of a pool now. */
  public record SystemState(
      @JsonProperty("systemName") String systemName,
      @JsonProperty("reservedChannels") int reservedChannels,
      int probability,
      long running,
      long waiting,
      @Nullable Instant oldestSince,
      long oldestSeconds,
      long granted,
      long drawn,
      double expected) {}

  /** A change of the config of a pool. The config is null if the pool was removed. */
  public record PoolChange(
      String pool,
      long version,
      @Nullable PoolConfig config,
      String changedBy,
      Instant changedAt,
      String reason) {}

  /** A page of changes. */
  public record PoolChangePage(List<PoolChange> changes, @Nullable String after)
      implements Page<PoolChange> {
    @Override
    public List<PoolChange> items() {
      return changes;
    }
  }
}
