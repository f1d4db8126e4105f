package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.client.model.FreshnessModel.FreshnessExplained;
import io.millrace.client.model.RefreshModel.Decision;
import io.millrace.client.model.RefreshModel.NextEvent;
import io.millrace.client.model.RefreshModel.RefreshState;
import io.millrace.client.model.RefreshModel.RuleCheck;
import io.millrace.client.model.RefreshModel.Warning;
import io.millrace.client.model.TaskModel.Wait;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sources and their collections. */
public final class SourceModel {
  private SourceModel() {}

  /** How many collections are in force. */
  public record SourcesResult(long collections, @Nullable List<Warning> warnings) {}

  /** What saving the sources would do. */
  public record SourcesCheck(
      long collections,
      long added,
      long changed,
      long removed,
      List<CollectionDifference> differences,
      @Nullable List<Warning> warnings) {}

  /** A collection that saving the sources would change, and when it would run next. */
  public record CollectionDifference(
      String change, String source, String collection, String schedule, List<Instant> next) {}

  /** A collection, and how it is refreshed. */
  public record Collection(String source, String collection, @JsonUnwrapped RefreshState refresh) {}

  /** A collection, and why it is, or is not, refreshed. */
  public record CollectionExplained(
      String source,
      String collection,
      @JsonUnwrapped RefreshState refresh,
      NextEvent next,
      @JsonProperty("wait") @Nullable Wait waiting,
      boolean allowed,
      List<RuleCheck> rules,
      List<Decision> decisions,
      @Nullable FreshnessExplained freshness) {}
}
