package io.millrace.engine.freshness;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How fresh everything is.
 *
 * @param counts of all promises, each counted once
 * @param worst the clients, sites, sources and jobs with stale data, the worst first
 * @param why why the worst site, source or job is stale; absent if that is not known
 */
public record FreshnessVerdict(
    StateCounts counts, ErrorBudget budget, List<FreshnessCounts> worst, @Nullable String why) {
  private static final int MOST_WORST = 10;
  private static final int MOST_WHY = 200;

  /** What objects are counted by, each exactly once. */
  public static final List<String> DIMENSIONS = List.of("site", "source", "job");

  static FreshnessVerdict of(List<FreshnessCounts> all, @Nullable String why) {
    StateCounts counts = StateCounts.NONE;
    ErrorBudget budget = ErrorBudget.NONE;
    for (FreshnessCounts each : all) {
      if (DIMENSIONS.contains(each.dimension())) {
        counts = counts.plus(each.counts());
        budget = budget.plus(each.budget());
      }
    }
    List<FreshnessCounts> worst =
        all.stream()
            .filter(each -> each.counts().stale() + each.counts().atRisk() > 0)
            .limit(MOST_WORST)
            .toList();
    return new FreshnessVerdict(counts, budget, worst, why);
  }

  /** The site, source or job with the most stale objects. */
  static Optional<FreshnessCounts> worstSource(List<FreshnessCounts> all) {
    return all.stream()
        .filter(each -> DIMENSIONS.contains(each.dimension()) && each.counts().stale() > 0)
        .findFirst();
  }

  /**
   * One sentence, such as "24 user-sites stale at 2 clients, because beta-bank answers 503".
   *
   * @param all the counts of every dimension
   */
  static String sentence(List<FreshnessCounts> all, @Nullable String why) {
    StateCounts total = of(all, null).counts();
    if (total.total() == 0) {
      return "nothing is promised";
    }
    if (total.stale() == 0) {
      return nothingStale(total);
    }
    long userSites = stale(all, "site");
    long collections = stale(all, "source");
    long steps = stale(all, "job");
    StringBuilder sentence = new StringBuilder();
    append(sentence, userSites, "user-site");
    append(sentence, collections, "collection");
    append(sentence, steps, "job step");
    sentence.append(" stale");
    long clients =
        all.stream()
            .filter(it -> it.dimension().equals("client") && it.counts().stale() > 0)
            .count();
    if (clients > 0) {
      sentence.append(" at ").append(clients).append(clients == 1 ? " client" : " clients");
    }
    worstSource(all)
        .filter(it -> why != null)
        .ifPresent(
            it ->
                sentence
                    .append(", because ")
                    .append(it.name())
                    .append(": ")
                    .append(shortened(String.valueOf(why))));
    return sentence.toString();
  }

  /** Exempt data may be of any age, so it is never called fresh. */
  private static String nothingStale(StateCounts total) {
    String others =
        Stream.of(text(total.atRisk(), "at risk"), text(total.exempt(), "exempt"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" and "));
    if (total.fresh() == 0) {
      return others;
    }
    return others.isEmpty() ? "all fresh" : "all fresh, but " + others;
  }

  private static Optional<String> text(long n, String words) {
    return n == 0 ? Optional.empty() : Optional.of(n + " " + words);
  }

  private static long stale(List<FreshnessCounts> all, String dimension) {
    return all.stream()
        .filter(it -> it.dimension().equals(dimension))
        .mapToLong(it -> it.counts().stale())
        .sum();
  }

  private static void append(StringBuilder sentence, long n, String word) {
    if (n > 0) {
      sentence.append(sentence.isEmpty() ? "" : " and ").append(n).append(' ').append(word);
      sentence.append(n == 1 ? "" : "s");
    }
  }

  private static String shortened(String text) {
    return text.length() > MOST_WHY ? text.substring(0, MOST_WHY) + "…" : text;
  }
}
