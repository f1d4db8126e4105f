package io.millrace.engine.node;

import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flywheel.PlanReader;
import io.millrace.engine.flywheel.PlanReader.Day;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.TaskCounts.What;
import io.millrace.engine.watch.CountStore;
import io.millrace.engine.watch.CountStore.Count;
import io.millrace.engine.watch.GlanceStore;
import io.millrace.engine.watch.GlanceStore.Glance;
import io.millrace.engine.watch.Standing;
import io.millrace.engine.watch.StandingStore;
import io.millrace.engine.watch.StandingStore.Wanted;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators watch: how all of it is now, how the day goes, how each refreshing stands. */
public final class Watch {
  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
  private static final Duration SHARED_FOR = Duration.ofMillis(900);

  /**
   * All of it at one moment.
   *
   * @param sums what happened to tasks today, in UTC
   */
  public record Now(Instant at, Glance glance, Map<What, Long> sums, List<PoolState> pools) {}

  /**
   * A day.
   *
   * @param plan empty if that day was never planned
   * @param counts by minute
   */
  public record OfDay(LocalDate date, Optional<Day> plan, List<Count> counts) {}

  private record Asked(Instant at, CompletionStage<Now> answer) {}

  private final AsyncSql sql;
  private final CountStore counts;
  private final GlanceStore glances;
  private final StandingStore standings;
  private final PlanReader plans;
  private final SourceRegistry sources;
  private final Pools pools;
  private final Clock clock;
  private Asked last;

  Watch(
      AsyncSql sql,
      CountStore counts,
      GlanceStore glances,
      StandingStore standings,
      PlanReader plans,
      SourceRegistry sources,
      Pools pools,
      Clock clock) {
    this.sql = sql;
    this.counts = counts;
    this.glances = glances;
    this.standings = standings;
    this.plans = plans;
    this.sources = sources;
    this.pools = pools;
    this.clock = clock;
  }

  /** Asked by however many at once, it is looked up about once a second. */
  public synchronized CompletionStage<Now> now() {
    Instant at = clock.instant();
    if (last == null || Duration.between(last.at(), at).compareTo(SHARED_FOR) >= 0) {
      last = new Asked(at, look(at));
    }
    return last.answer();
  }

  private CompletionStage<Now> look(Instant at) {
    Instant midnight = start(LocalDate.ofInstant(at, ZoneOffset.UTC));
    return sql.run(
            () -> {
              counts.flush();
              return new Now(
                  at,
                  glances.at(at),
                  counts.sums(midnight, midnight.plus(Duration.ofDays(1))),
                  List.of());
            })
        .thenCombine(
            pools.states(),
            (read, states) -> new Now(read.at(), read.glance(), read.sums(), states));
  }

  public CompletionStage<OfDay> day(LocalDate date) {
    return sql.run(
        () -> {
          counts.flush();
          return new OfDay(
              date, plans.day(date), counts.between(start(date), start(date.plusDays(1))));
        });
  }

  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private static Instant start(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  public CompletionStage<List<Standing>> userSites(Wanted wanted) {
    return sql.run(() -> standings.userSites(wanted, clock.instant()));
  }

  /** User-sites and collections alike, in the order of their owners. */
  public CompletionStage<List<Standing>> disabled(String after, int limit) {
    return sql.run(() -> standings.disabled(after, limit, clock.instant()));
  }

  /**
   * Collections in the order of their owners.
   *
   * @param words what their owner has in it; empty for all
   */
  public CompletionStage<List<Standing>> collections(String words, String after, int limit) {
    List<String> owners =
        sources.current().collections().stream()
            .map(collection -> collection.id().owner())
            .filter(owner -> owner.contains(words) && owner.compareTo(after) > 0)
            .sorted()
            .limit(limit)
            .toList();
    return sql.run(() -> standings.of(owners, clock.instant()));
  }

  /** Writes down the last of it. */
  void close() {
    try {
      counts.flush();
    } catch (SQLException fault) {
      LOG.warn("What was counted in the last second is lost: {}", fault.toString());
    }
  }
}
