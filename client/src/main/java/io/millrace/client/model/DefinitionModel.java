package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.RefreshModel.Warning;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole folders of definitions, what applying them does, and what follows. */
public final class DefinitionModel {
  private DefinitionModel() {}

  /** A file with definitions: YAML, in one document or several. */
  public record DefinitionFile(String path, String content) {}

  /**
   * Files with definitions.
   *
   * @param prune whether to delete what the files do not have, of the kinds that they name
   */
  public record DefinitionBundle(List<DefinitionFile> files, boolean prune) {}

  /** All definitions as files. */
  public record DefinitionExport(List<DefinitionFile> files) {}

  /** A definition that is new or deleted. The file is empty if it is in none. */
  public record DefinitionName(String kind, String id, String name, String file, int line) {}

  /** A definition that is changed. */
  public record DefinitionChange(
      String kind, String id, String name, String file, int line, List<FieldChange> fields) {}

  /** A field that differs. A side that has no value is null. */
  public record FieldChange(
      String field,
      @JsonProperty("old") @Nullable JsonNode before,
      @JsonProperty("new") @Nullable JsonNode after) {}

  /** What applying files would do. The version goes into the call that applies them. */
  public record DefinitionDiff(
      String version,
      List<DefinitionName> created,
      List<DefinitionChange> changed,
      List<DefinitionName> deleted,
      int unchanged,
      Consequences consequences,
      @Nullable List<Warning> warnings) {

    /** Whether applying the files would do nothing. */
    @JsonIgnore
    public boolean isEmpty() {
      return created.isEmpty() && changed.isEmpty() && deleted.isEmpty();
    }
  }

  /** What applying files did. */
  public record DefinitionApplyResult(
      String version,
      List<DefinitionName> created,
      List<DefinitionChange> changed,
      List<DefinitionName> deleted,
      int unchanged,
      @Nullable List<Warning> warnings) {}

  /** What follows for the next 24 hours. */
  public record Consequences(
      Instant from,
      Instant until,
      FireForecast fires,
      RefreshForecast refreshesPerDay,
      List<PoolForecast> pools) {}

  /** Fires that appear or disappear. */
  public record FireForecast(
      long appear, long disappear, boolean complete, List<ObjectFires> objects) {}

  /** The fires of one trigger, collection or site that appear or disappear. */
  public record ObjectFires(
      String kind, String id, String name, long perFire, FireSample appear, FireSample disappear) {}

  /** How many fires, and the first ones. */
  public record FireSample(long count, List<Instant> first) {}

  /** How many refreshes a day has. */
  public record RefreshForecast(long before, long after) {}

  /** The channels that a pool has, and the number it needs on average. */
  public record PoolForecast(
      String pool,
      int channelsBefore,
      int channelsAfter,
      double neededBefore,
      double neededAfter,
      boolean suffices,
      int withoutHistory) {}
}
