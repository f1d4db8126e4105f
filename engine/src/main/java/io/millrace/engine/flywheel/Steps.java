package io.millrace.engine.flywheel;

import static io.millrace.engine.flywheel.Refreshes.Answer.NO_ANSWER;

import io.millrace.engine.flywheel.MinutePages.Entry;
import io.millrace.engine.flywheel.MinuteStore.Missed;
import io.millrace.engine.flywheel.PlanStore.Planned;
import io.millrace.engine.sql.AsyncSql;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The steps of the flywheel, each of which may take its time. */
record Steps(
    FlywheelSettings settings,
    PlanStore plans,
    MinuteStore store,
    MinutePages pages,
    Refreshes refreshes,
    AsyncSql sql) {
  /** Also how many user-sites may be unanswered at once. */
  static final int PAGE = 500;

  /** How often a page is asked before those of it that do not answer are left out. */
  static final int TRIES = 3;

  /**
   * What there is to do.
   *
   * @param next the minute to run
   */
  record Look(Planned newUsers, Optional<Missed> missed, Optional<Instant> next) {}

  /**
   * How far a minute has come, and whether that was its last page.
   *
   * @param unanswered the user-sites that did not answer; asked again if the run has come no
   *     further
   */
  record PageDone(MinuteRun run, boolean last, List<String> unanswered) {}

  CompletionStage<Planned> plan(LocalDate date, Instant now) {
    return sql.run(() -> plans.plan(date, now));
  }

  CompletionStage<LocalDate> dropOld(LocalDate today) {
    return sql.run(
        () -> {
          plans.dropOld(today);
          return today;
        });
  }

  boolean isTooOld(Instant minute, Instant now) {
    return minute.isBefore(now.minus(settings.catchUpWindow()));
  }

  CompletionStage<Look> look(LocalDate today, Instant now) {
    return sql.run(
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

  /**
   * The next page is done when all of it is answered; else all of it is to be done again, until
   * those who still do not answer are left out. If nobody answers it is not them: then it fails.
   */
  CompletionStage<PageDone> page(MinuteRun run, Instant now) {
    return sql.run(() -> pages.page(run.minute(), run.after(), PAGE))
        .thenCompose(page -> page.isEmpty() ? done(run) : page(run, page, now));
  }

  private static CompletionStage<PageDone> done(MinuteRun run) {
    return CompletableFuture.completedFuture(new PageDone(run, true, List.of()));
  }

  private CompletionStage<PageDone> page(MinuteRun run, List<Entry> page, Instant now) {
    PageWork work = PageWork.of(page, run.after().user(), settings, now);
    List<CompletableFuture<Refreshes.Answer>> answers =
        work.refreshes().stream().map(entry -> ask(run, entry)).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .handle((all, fault) -> Optional.ofNullable(fault))
        .thenCompose(
            fault -> {
              List<String> unanswered = unanswered(work, answers);
              // If nobody answers, it is not they who are at fault; of one alone nobody can tell.
              boolean nobody = answers.size() > 1 && unanswered.size() == answers.size();
              if (fault.isPresent() && nobody) {
                return CompletableFuture.failedFuture(fault.get());
              }
              MinuteRun tried = run.triedOnceMore();
              if (fault.isPresent() && tried.tries() < TRIES) {
                return CompletableFuture.completedFuture(new PageDone(tried, false, unanswered));
              }
              MinuteRun reached = run.reached(page.get(page.size() - 1).at(), sum(work, answers));
              return mark(run, work)
                  .thenApply(marked -> new PageDone(reached, page.size() < PAGE, unanswered));
            });
  }

  private static List<String> unanswered(
      PageWork work, List<CompletableFuture<Refreshes.Answer>> answers) {
    return IntStream.range(0, answers.size())
        .filter(i -> answers.get(i).isCompletedExceptionally())
        .mapToObj(i -> work.refreshes().get(i).owner())
        .toList();
  }

  private static Tally sum(PageWork work, List<CompletableFuture<Refreshes.Answer>> answers) {
    return answers.stream()
        .map(answer -> answer.exceptionally(fault -> new Refreshes.Answer(NO_ANSWER)).join())
        .map(Tally::of)
        .reduce(work.users(), Tally::plus);
  }

  /** What cannot even be asked does not answer. */
  private CompletableFuture<Refreshes.Answer> ask(MinuteRun run, Entry entry) {
    return CompletableFuture.completedFuture(entry)
        .thenCompose(it -> refreshes.refresh(it.owner(), run.reason(), run.minute(), it.facts()));
  }

  private CompletionStage<Void> mark(MinuteRun run, PageWork work) {
    return work.marks().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : sql.run(
            () -> {
              store.mark(run.minute(), work.marks());
              return null;
            });
  }

  /** Whether that is what became of the minute; if not, it is looked at again. */
  CompletionStage<Boolean> finish(MinuteRun run, Instant now) {
    return sql.run(() -> store.done(run.minute(), run.tally(), now));
  }
}
