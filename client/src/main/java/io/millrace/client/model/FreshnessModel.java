package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How fresh everything is, against what is promised. */
public final class FreshnessModel {
  private FreshnessModel() {}

  /** A promise: how old data may be, and how much of the time that has to hold. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FreshPromise(String within, @Nullable String objective) {}

  /** How much stale time the objective allows in the window, and how much is used. */
  public record ErrorBudget(
      long allowedSeconds, long usedSeconds, long remainingSeconds, @Nullable Double burnRate) {}

  /** How the promises of a client, site, source or job stand. */
  public record FreshnessCounts(
      String kind,
      String name,
      long fresh,
      long atRisk,
      long stale,
      long exempt,
      ErrorBudget budget,
      @Nullable OldestData oldest) {}

  /** How old the data is that is stale, or at risk, for the longest time. */
  public record OldestData(long ageSeconds, long withinSeconds) {}

  /**
   * What comes first in a list. A field that is null is as usual.
   *
   * @param sort stale, at-risk, fresh, exempt, budget, burn, age or name; of promises age or name
   * @param order ascending or descending
   */
  public record FreshnessSorting(@Nullable String sort, @Nullable String order) {
    public static final FreshnessSorting USUAL = new FreshnessSorting(null, null);
  }

  /** A page of clients, sites, sources or jobs. */
  public record FreshnessCountsPage(List<FreshnessCounts> counts, @Nullable String after)
      implements Page<FreshnessCounts> {
    @Override
    public List<FreshnessCounts> items() {
      return counts;
    }
  }

  /** How everything stands against what is promised. */
  public record FreshnessVerdict(
      String sentence,
      long fresh,
      long atRisk,
      long stale,
      long exempt,
      ErrorBudget budget,
      List<FreshnessCounts> worst) {}

  /** A user-site, a collection or a last step of a job, and its promise. */
  public record FreshObject(
      String kind,
      String client,
      String source,
      String collection,
      String state,
      @Nullable Instant since,
      String exemption,
      FreshPromise promise,
      String promisedBy,
      @Nullable Instant promisedAt,
      @Nullable Instant lastSuccess,
      @Nullable Long ageSeconds,
      @Nullable Instant staleAt,
      ErrorBudget budget) {}

  /** A page of promises. */
  public record FreshObjectPage(List<FreshObject> objects, @Nullable String after)
      implements Page<FreshObject> {
    @Override
    public List<FreshObject> items() {
      return objects;
    }
  }

  /** How old the data is, what was promised, and when the next refresh will probably end. */
  public record FreshnessExplained(
      String state,
      @Nullable Instant since,
      String exemption,
      FreshPromise promise,
      String promisedBy,
      @Nullable Instant promisedAt,
      @Nullable Instant lastSuccess,
      @Nullable Long ageSeconds,
      @Nullable Instant staleAt,
      ErrorBudget budget,
      @Nullable Instant expectedAt) {}
}
