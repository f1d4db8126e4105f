package io.millrace.engine.freshness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** By what clients, sites, sources and jobs are sorted: from the largest down, names from A up. */
public enum FreshnessOrder {
  STALE(row -> row.counts().counts().stale()),
  AT_RISK(row -> row.counts().counts().atRisk()),
  FRESH(row -> row.counts().counts().fresh()),
  EXEMPT(row -> row.counts().counts().exempt()),
  BUDGET(row -> usedPart(row.counts())),
  BURN(row -> row.counts().budget().burnRate()),
  AGE(
      row -> {
        OldestData oldest = row.oldest();
        return oldest == null ? 0 : oldest.part();
      }),
  NAME(row -> 0);

  private final ToDoubleFunction<RankedFreshness> value;

  FreshnessOrder(ToDoubleFunction<RankedFreshness> value) {
    this.value = value;
  }

  /** The part of the budget that is used: 1 is all of it. */
  private static double usedPart(FreshnessCounts row) {
    double used = row.budget().used().toMillis();
    double allowed = row.budget().allowed().toMillis();
    return allowed > 0 ? used / allowed : used > 0 ? Double.MAX_VALUE : 0;
  }

  /** Rows that are equal stay in the order of their names. */
  public List<RankedFreshness> sorted(List<RankedFreshness> rows, boolean reversed) {
    Comparator<RankedFreshness> byName = Comparator.comparing(row -> row.counts().name());
    Comparator<RankedFreshness> byValue = Comparator.comparingDouble(value);
    List<RankedFreshness> sorted = new ArrayList<>(rows);
    sorted.sort(
        this == NAME
            ? reversed ? byName.reversed() : byName
            : (reversed ? byValue : byValue.reversed()).thenComparing(byName));
    return sorted;
  }

  /**
   * Returns the page behind a name. If that name is gone, the list begins again.
   *
   * @param after absent for the first page
   */
  public static List<RankedFreshness> behind(List<RankedFreshness> sorted, @Nullable String after) {
    for (int i = 0; i < sorted.size() && after != null; i++) {
      if (sorted.get(i).counts().name().equals(after)) {
        return sorted.subList(i + 1, sorted.size());
      }
    }
    return sorted;
  }
}
