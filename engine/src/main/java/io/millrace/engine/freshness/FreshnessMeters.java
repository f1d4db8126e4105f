package io.millrace.engine.freshness;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.fresh.FreshState;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The metrics of freshness. Only the node with the keeper has them. Of clients and of sites the
 * hundred with the most stale user-sites are named, so the number of series is bounded.
 */
public final class FreshnessMeters {
  private static final int MOST_NAMED = 100;

  /** No client or site has such a name. */
  private static final String OTHERS = "(others)";

  private static final String STALE = "Stale user-sites";
  private static final String USED = "Part of the error budget that is used: 1 = all of it";

  private final MultiGauge objects;
  private final Map<String, MultiGauge> stale;
  private final Map<String, MultiGauge> used;

  public FreshnessMeters(MeterRegistry registry) {
    this.objects =
        MultiGauge.builder("millrace.freshness.objects")
            .description("User-sites, collections and job steps with a promise, by state")
            .register(registry);
    this.stale =
        Map.of(
            "client", gauge(registry, "millrace.freshness.stale.client", STALE),
            "site", gauge(registry, "millrace.freshness.stale.site", STALE));
    this.used =
        Map.of(
            "client", gauge(registry, "millrace.freshness.budget.used.client", USED),
            "site", gauge(registry, "millrace.freshness.budget.used.site", USED));
    reset(); // a name that is documented is there from the start
  }

  private static MultiGauge gauge(MeterRegistry registry, String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  void report(List<FreshnessCounts> all) {
    StateCounts total = FreshnessVerdict.of(all, null).counts();
    objects.register(
        List.of(
            row(FreshState.FRESH, total.fresh()),
            row(FreshState.AT_RISK, total.atRisk()),
            row(FreshState.STALE, total.stale()),
            row(FreshState.EXEMPT, total.exempt())),
        true);
    for (String dimension : stale.keySet()) {
      List<FreshnessCounts> of =
          all.stream().filter(it -> it.dimension().equals(dimension)).toList();
      List<MultiGauge.Row<?>> staleRows = new ArrayList<>();
      List<MultiGauge.Row<?>> usedRows = new ArrayList<>();
      for (FreshnessCounts named : of.subList(0, Math.min(of.size(), MOST_NAMED))) {
        add(dimension, named, staleRows, usedRows);
      }
      add(dimension, others(dimension, of), staleRows, usedRows);
      register(stale, dimension, staleRows);
      register(used, dimension, usedRows);
    }
  }

  private static void add(
      String dimension,
      FreshnessCounts counts,
      List<MultiGauge.Row<?>> staleRows,
      List<MultiGauge.Row<?>> usedRows) {
    Tags tags = Tags.of(dimension, counts.name());
    staleRows.add(MultiGauge.Row.of(tags, counts.counts().stale()));
    usedRows.add(MultiGauge.Row.of(tags, usedPart(counts)));
  }

  /** The sum of all that are not named. */
  private static FreshnessCounts others(String dimension, List<FreshnessCounts> all) {
    StateCounts counts = StateCounts.NONE;
    ErrorBudget budget = ErrorBudget.NONE;
    for (FreshnessCounts other : all.subList(Math.min(all.size(), MOST_NAMED), all.size())) {
      counts = counts.plus(other.counts());
      budget = budget.plus(other.budget());
    }
    return new FreshnessCounts(dimension, OTHERS, counts, budget);
  }

  private static void register(
      Map<String, MultiGauge> gauges, String dimension, List<MultiGauge.Row<?>> rows) {
    MultiGauge gauge = gauges.get(dimension);
    if (gauge != null) {
      gauge.register(rows, true);
    }
  }

  private static double usedPart(FreshnessCounts counts) {
    double used = counts.budget().used().toMillis();
    return used == 0
        ? 0
        : used / counts.budget().allowed().toMillis(); // infinite if none is allowed
  }

  private static MultiGauge.Row<?> row(FreshState state, long n) {
    return MultiGauge.Row.of(Tags.of("state", state.text()), n);
  }

  /** Another node has the keeper now. */
  void reset() {
    report(List.of());
  }
}
