package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.client.model.RefreshModel.Decision;
import io.millrace.client.model.RefreshModel.NextEvent;
import io.millrace.client.model.RefreshModel.RefreshState;
import io.millrace.client.model.RefreshModel.RuleCheck;
import io.millrace.client.model.RefreshModel.Warning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sources and their collections. */
public final class SourceModel {
  private SourceModel() {}

  /** How many collections are in force. */
  public record SourcesResult(long collections, @Nullable List<Warning> warnings) {}

  /** A collection, and how it is refreshed. */
  public record Collection(String source, String collection, @JsonUnwrapped RefreshState refresh) {}

  /** A collection, and why it is, or is not, refreshed. */
  public record CollectionExplained(
      String source,
      String collection,
      @JsonUnwrapped RefreshState refresh,
      NextEvent next,
      boolean allowed,
      List<RuleCheck> rules,
      List<Decision> decisions) {}
}
