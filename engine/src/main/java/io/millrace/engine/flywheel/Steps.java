package io.millrace.engine.flywheel;

import io.millrace.engine.flywheel.MinutePages.Entry;
import io.millrace.engine.flywheel.MinuteStore.Missed;
import io.millrace.engine.flywheel.PlanStore.Planned;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The steps of the flywheel, each of which may take its time.
 *
 * @param blocking where the database may be waited for
 */
record Steps(
    FlywheelSettings settings,
    PlanStore plans,
    MinuteStore store,
    MinutePages pages,
    Refreshes refreshes,
    Executor blocking) {
  /** Also how many user-sites may be unanswered at once. */
  static final int PAGE = 500;

  /**
   * What there is to do.
   *
   * @param next the minute to run
   */
  record Look(Planned newUsers, Optional<Missed> missed, Optional<Instant> next) {}

  /** How far a minute has come, and whether that was its last page. */
  record PageDone(MinuteRun run, boolean last) {}

  CompletionStage<Planned> plan(LocalDate date, Instant now) {
    return sql(() -> plans.plan(date, now));
  }

  CompletionStage<LocalDate> dropOld(LocalDate today) {
    return sql(
        () -> {
          plans.dropOld(today);
          return today;
        });
  }

  boolean isTooOld(Instant minute, Instant now) {
    return minute.isBefore(now.minus(settings.catchUpWindow()));
  }

  CompletionStage<Look> look(LocalDate today, Instant now) {
    return sql(
        () -> {
          Planned newUsers = plans.planNewUsers(today, now);
          Optional<Instant> next = store.next(now);
          if (next.isEmpty() || !isTooOld(next.get(), now)) {
            return new Look(newUsers, Optional.empty(), next);
          }
          Optional<Missed> missed = store.miss(now.minus(settings.catchUpWindow()), now);
          return new Look(newUsers, missed, store.next(now));
        });
  }

  /** The next page is done when all of it is answered; else all of it is to be done again. */
  CompletionStage<PageDone> page(MinuteRun run, Instant now) {
    return sql(() -> pages.page(run.minute(), run.after(), PAGE))
        .thenCompose(page -> page.isEmpty() ? done(run) : page(run, page, now));
  }

  private static CompletionStage<PageDone> done(MinuteRun run) {
    return CompletableFuture.completedFuture(new PageDone(run, true));
  }

  private CompletionStage<PageDone> page(MinuteRun run, List<Entry> page, Instant now) {
    PageWork work = PageWork.of(page, run.after().user(), settings, now);
    List<CompletableFuture<Refreshes.Answer>> answers =
        work.refreshes().stream().map(entry -> ask(run, entry)).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenCompose(all -> mark(run, work))
        .thenApply(
            marked -> {
              Tally tally =
                  answers.stream()
                      .map(answer -> Tally.of(answer.join()))
                      .reduce(work.users(), Tally::plus);
              MinuteRun reached = run.reached(page.get(page.size() - 1).at(), tally);
              return new PageDone(reached, page.size() < PAGE);
            });
  }

  private CompletableFuture<Refreshes.Answer> ask(MinuteRun run, Entry entry) {
    return refreshes
        .refresh(entry.owner(), run.reason(), run.minute(), entry.facts())
        .toCompletableFuture();
  }

  private CompletionStage<Void> mark(MinuteRun run, PageWork work) {
    return work.marks().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : sql(
            () -> {
              store.mark(run.minute(), work.marks());
              return null;
            });
  }

  /** Whether that is what became of the minute; if not, it is looked at again. */
  CompletionStage<Boolean> finish(MinuteRun run, Instant now) {
    return sql(() -> store.done(run.minute(), run.tally(), now));
  }

  @FunctionalInterface
  private interface Call<T> {
    T run() throws SQLException;
  }

  private <T> CompletionStage<T> sql(Call<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.run();
          } catch (SQLException fault) {
            throw new CompletionException(fault);
          }
        },
        blocking);
  }
}
