package io.millrace.engine.watch;

import io.millrace.engine.flow.PoolService;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flywheel.PlanOverviewStore;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedDay;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.TaskCounter.CountedEvent;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.watch.DueSummaryStore.DueSummary;
import io.millrace.engine.watch.TaskCountStore.MinuteCount;
import io.millrace.engine.watch.UserSiteOverviewStore.UserSiteQuery;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The views for operators: the state now, the course of a day, and the state of each user-site. */
public final class OverviewService {
  private static final Logger LOG = LoggerFactory.getLogger(OverviewService.class);
  private static final Duration SHARED_FOR = Duration.ofMillis(900);

  /**
   * The state at one moment.
   *
   * @param failing how many collections, user-sites and steps fail now
   * @param sums the numbers of today's task events, by UTC day
   */
  public record Overview(
      Instant at,
      DueSummary glance,
      TaskCount failing,
      Map<CountedEvent, Long> sums,
      List<PoolState> pools) {}

  /**
   * The course of a day.
   *
   * @param plan empty if the day has no plan
   * @param counts by minute
   */
  public record DayOverview(LocalDate date, Optional<PlannedDay> plan, List<MinuteCount> counts) {}

  private record SharedOverview(Instant at, CompletionStage<Overview> answer) {}

  private final AsyncSql sql;
  private final TaskCountStore counts;
  private final DueSummaryStore dueSummaries;
  private final FailingOwnerCounter failing;
  private final UserSiteOverviewStore overviews;
  private final PlanOverviewStore plans;
  private final SourceRegistry sources;
  private final PoolService pools;
  private final RefreshForesight foresight;
  private final Clock clock;
  private @Nullable SharedOverview last;

  public OverviewService(
      AsyncSql sql,
      TaskCountStore counts,
      DueSummaryStore dueSummaries,
      FailingOwnerCounter failing,
      UserSiteOverviewStore overviews,
      PlanOverviewStore plans,
      SourceRegistry sources,
      PoolService pools,
      RefreshForesight foresight,
      Clock clock) {
    this.sql = sql;
    this.counts = counts;
    this.dueSummaries = dueSummaries;
    this.failing = failing;
    this.overviews = overviews;
    this.plans = plans;
    this.sources = sources;
    this.pools = pools;
    this.foresight = foresight;
    this.clock = clock;
  }

  /** Callers share one result, which is read about once a second. */
  public synchronized CompletionStage<Overview> overview() {
    Instant at = clock.instant();
    if (last == null || Duration.between(last.at(), at).compareTo(SHARED_FOR) >= 0) {
      last = new SharedOverview(at, readOverview(at));
    }
    return last.answer();
  }

  private CompletionStage<Overview> readOverview(Instant at) {
    Instant midnight = start(LocalDate.ofInstant(at, ZoneOffset.UTC));
    return sql.run(
            () -> {
              counts.flush();
              return new Overview(
                  at,
                  dueSummaries.at(at),
                  failing.at(at),
                  counts.sums(midnight, midnight.plus(Duration.ofDays(1))),
                  List.of());
            })
        .thenCombine(
            pools.states(),
            (read, states) ->
                new Overview(read.at(), read.glance(), read.failing(), read.sums(), states));
  }

  public CompletionStage<DayOverview> dayOverview(LocalDate date) {
    return sql.run(
        () -> {
          counts.flush();
          return new DayOverview(
              date, plans.day(date), counts.between(start(date), start(date.plusDays(1))));
        });
  }

  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private static Instant start(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  public CompletionStage<List<UserSiteOverview>> userSites(UserSiteQuery query) {
    return sql.run(() -> overviews.userSites(query, clock.instant()));
  }

  /** The next refresh that will really run; of something that is neither open nor disabled. */
  public NextRefresh next(UserSiteOverview idle) {
    return foresight.next(idle, clock.instant());
  }

  /** User-sites and collections alike, in the order of their owners. */
  public CompletionStage<List<UserSiteOverview>> disabled(String after, int limit) {
    return sql.run(() -> overviews.disabled(after, limit, clock.instant()));
  }

  /**
   * Collections in the order of their owners.
   *
   * @param words a part of the owner's name; empty for all
   */
  public CompletionStage<List<UserSiteOverview>> collections(
      String words, String after, int limit) {
    List<String> owners =
        sources.current().collections().stream()
            .map(collection -> collection.id().owner())
            .filter(owner -> owner.contains(words) && owner.compareTo(after) > 0)
            .sorted()
            .limit(limit)
            .toList();
    return sql.run(() -> overviews.ofOwners(owners, clock.instant()));
  }

  /** Stores the remaining counts. */
  public void close() {
    try {
      counts.flush();
    } catch (SQLException fault) {
      LOG.warn("Lost the task counts of the last second", fault);
    }
  }
}
