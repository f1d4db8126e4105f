package io.millrace.engine.freshness;

import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Answers how fresh everything is. */
public final class FreshnessService {

  /** The verdict about everything, in numbers and in one sentence. */
  public record VerdictText(FreshnessVerdict verdict, String sentence) {}

  private static final List<String> ALL = List.of("client", "site", "source", "job");

  private final AsyncSql sql;
  private final FreshnessCountStore counts;
  private final FreshnessObjectStore objects;
  private final Clock clock;

  public FreshnessService(
      AsyncSql sql, FreshnessCountStore counts, FreshnessObjectStore objects, Clock clock) {
    this.sql = sql;
    this.counts = counts;
    this.objects = objects;
    this.clock = clock;
  }

  public CompletionStage<VerdictText> verdict() {
    return sql.run(this::readVerdict);
  }

  private VerdictText readVerdict() throws SQLException {
    List<FreshnessCounts> all = counts.counts(ALL, clock.instant());
    Optional<FreshnessCounts> worst = FreshnessVerdict.worstSource(all);
    String why = worst.isEmpty() ? null : objects.whyStale(worst.get().name()).orElse(null);
    return new VerdictText(FreshnessVerdict.of(all, why), FreshnessVerdict.sentence(all, why));
  }

  /**
   * Returns how the promises of each client, site, source or job stand, the most stale first.
   *
   * @param dimension client, site, source or job
   */
  public CompletionStage<List<FreshnessCounts>> counts(String dimension) {
    return sql.run(() -> counts.counts(List.of(dimension), clock.instant()));
  }

  public CompletionStage<List<FreshObject>> list(ObjectQuery query) {
    return sql.run(() -> objects.list(query, clock.instant()));
  }

  /** Returns how a user-site or collection stands; empty if nothing is promised for it. */
  public CompletionStage<Optional<FreshObject>> find(String owner) {
    return sql.run(() -> objects.find(owner, clock.instant()));
  }

  /** Returns how these stand, by owner; those without a promise are left out. */
  public CompletionStage<Map<String, FreshObject>> find(List<String> owners) {
    return sql.run(
        () -> {
          Map<String, FreshObject> found = new HashMap<>();
          Instant now = clock.instant();
          objects.find(owners, now).forEach(it -> found.put(it.row().subject().owner(), it));
          return found;
        });
  }
}
