package io.millrace.engine.freshness;

import io.millrace.engine.fresh.RefreshOutlook;
import io.millrace.engine.freshness.FreshnessObjectStore.FreshObject;
import io.millrace.engine.freshness.FreshnessObjectStore.ObjectQuery;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers how fresh everything is. */
public final class FreshnessService {

  /** The verdict about everything, in numbers and in one sentence. */
  public record VerdictText(FreshnessVerdict verdict, String sentence) {}

  /**
   * Which clients, sites, sources or jobs are wanted.
   *
   * @param dimension client, site, source or job
   * @param after the last name of the page before; absent for the first page
   */
  public record CountsQuery(
      String dimension,
      FreshnessOrder order,
      boolean reversed,
      @Nullable String after,
      int limit) {}

  /** A page, and whether more follow. */
  public record CountsPage(List<RankedFreshness> rows, boolean more) {}

  /**
   * How something stands.
   *
   * @param typical how long a refresh of its source usually takes
   */
  public record MeasuredFreshness(FreshObject object, Duration typical) {

    /**
     * When its next refresh probably ends; empty if none is known.
     *
     * @param ahead what is ahead of it, without the time that a refresh usually takes
     */
    public Optional<Instant> expectedAt(RefreshOutlook ahead, Instant now) {
      return ahead.taking(typical).probableEnd(now);
    }
  }

  private static final List<String> ALL = List.of("client", "site", "source", "job");

  private final AsyncSql sql;
  private final FreshnessCountStore counts;
  private final FreshnessObjectStore objects;
  private final OldestDataStore oldest;
  private final Clock clock;

  public FreshnessService(
      AsyncSql sql,
      FreshnessCountStore counts,
      FreshnessObjectStore objects,
      OldestDataStore oldest,
      Clock clock) {
    this.sql = sql;
    this.counts = counts;
    this.objects = objects;
    this.oldest = oldest;
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

  /** Returns how the promises of each client, site, source or job stand. */
  public CompletionStage<CountsPage> counts(CountsQuery query) {
    return sql.run(() -> readCounts(query));
  }

  private CountsPage readCounts(CountsQuery query) throws SQLException {
    Instant now = clock.instant();
    List<FreshnessCounts> all = counts.counts(List.of(query.dimension()), now);
    boolean byAge = query.order() == FreshnessOrder.AGE;
    List<RankedFreshness> sorted =
        query
            .order()
            .sorted(ranked(all, byAge ? oldest(query, all, now) : Map.of()), query.reversed());
    List<RankedFreshness> behind = FreshnessOrder.behind(sorted, query.after());
    List<RankedFreshness> page = behind.subList(0, Math.min(behind.size(), query.limit()));
    if (!byAge) {
      List<FreshnessCounts> shown = page.stream().map(RankedFreshness::counts).toList();
      page = ranked(shown, oldest(query, shown, now));
    }
    return new CountsPage(page, behind.size() > page.size());
  }

  private Map<String, OldestData> oldest(CountsQuery query, List<FreshnessCounts> rows, Instant now)
      throws SQLException {
    return oldest.oldest(
        query.dimension(),
        rows.stream()
            .filter(row -> row.counts().stale() + row.counts().atRisk() > 0)
            .map(FreshnessCounts::name)
            .toList(),
        now);
  }

  private static List<RankedFreshness> ranked(
      List<FreshnessCounts> rows, Map<String, OldestData> oldest) {
    return rows.stream().map(row -> new RankedFreshness(row, oldest.get(row.name()))).toList();
  }

  public CompletionStage<List<FreshObject>> list(ObjectQuery query) {
    return sql.run(() -> objects.list(query, clock.instant()));
  }

  /** Returns how a user-site or collection stands; empty if nothing is promised for it. */
  public CompletionStage<Optional<MeasuredFreshness>> find(String owner) {
    return find(List.of(owner)).thenApply(found -> Optional.ofNullable(found.get(owner)));
  }

  /** Returns how these stand, by owner; those without a promise are left out. */
  public CompletionStage<Map<String, MeasuredFreshness>> find(List<String> owners) {
    return sql.run(
        () -> {
          Instant now = clock.instant();
          List<FreshObject> all = objects.find(owners, now);
          Map<String, Duration> typical = new HashMap<>();
          for (FreshObject each : all) {
            String source = each.row().subject().taskSource();
            if (!typical.containsKey(source)) {
              typical.put(source, objects.typical(source, now));
            }
          }
          return all.stream()
              .collect(
                  Collectors.toMap(
                      it -> it.row().subject().owner(),
                      it ->
                          new MeasuredFreshness(
                              it,
                              typical.getOrDefault(
                                  it.row().subject().taskSource(), Duration.ZERO))));
        });
  }
}
