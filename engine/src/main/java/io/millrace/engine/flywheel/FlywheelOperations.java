package io.millrace.engine.flywheel;

import static io.millrace.engine.flywheel.RefreshGateway.PlannedRefreshReply.NO_ANSWER;

import io.millrace.engine.flywheel.MinutePages.MinuteEntry;
import io.millrace.engine.flywheel.MinuteStore.MissedMinutes;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.sql.AsyncSql;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** The steps of the flywheel that may block or take long. */
record FlywheelOperations(
    FlywheelSettings settings,
    PlanStore plans,
    MinuteStore store,
    MinutePages pages,
    RefreshGateway refreshes,
    AsyncSql sql,
    NewUserPause pause) {
  /** The size of a page. It is also the maximum number of unanswered requests. */
  static final int PAGE = 500;

  /** How often a page is tried before user-sites that do not answer are skipped. */
  static final int TRIES = 3;

  /**
   * The next work of the flywheel.
   *
   * @param next the minute to run
   */
  record NextMinute(PlanResult newUsers, Optional<MissedMinutes> missed, Optional<Instant> next) {}

  /**
   * The progress of a minute after a page, and whether that was its last page.
   *
   * @param unanswered the user-sites that did not answer; they are asked again if the run made no
   *     progress
   */
  record PageResult(MinuteRun run, boolean last, List<String> unanswered) {}

  CompletionStage<PlanResult> plan(LocalDate date, Instant now) {
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
    return settings.isTooOld(minute, now);
  }

  CompletionStage<NextMinute> findNextMinute(LocalDate today, Instant now) {
    return sql.run(
        () -> {
          PlanResult newUsers = planNewUsers(today, now);
          Optional<Instant> next = store.next(now);
          if (next.isEmpty() || !isTooOld(next.get(), now)) {
            return new NextMinute(newUsers, Optional.empty(), next);
          }
          Optional<MissedMinutes> missed =
              store.markMissed(now.minus(settings.catchUpWindow()), now);
          return new NextMinute(newUsers, missed, store.next(now));
        });
  }

  private PlanResult planNewUsers(LocalDate today, Instant now) throws SQLException {
    long begun = System.nanoTime();
    if (!pause.isOver(begun)) {
      return new PlanResult(today, 0, 0, 0);
    }
    PlanResult planned = plans.planNewUsers(today, now);
    pause.planned(begun, System.nanoTime());
    return planned;
  }

  /**
   * Runs the next page. It is done when all user-sites have answered. Otherwise the whole page is
   * tried again, until the user-sites that still do not answer are skipped. If none answers, it
   * fails.
   */
  CompletionStage<PageResult> runPage(MinuteRun run, Instant now) {
    return sql.run(() -> pages.page(run.minute(), run.after(), PAGE))
        .thenCompose(page -> page.isEmpty() ? emptyPage(run) : runPage(run, page, now));
  }

  private static CompletionStage<PageResult> emptyPage(MinuteRun run) {
    return CompletableFuture.completedFuture(new PageResult(run, true, List.of()));
  }

  private CompletionStage<PageResult> runPage(MinuteRun run, List<MinuteEntry> page, Instant now) {
    MinutePageWork work = MinutePageWork.of(page, run.after().user(), settings, now);
    List<CompletableFuture<RefreshGateway.PlannedRefreshReply>> answers =
        work.refreshes().stream().map(entry -> ask(run, entry)).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .handle((all, fault) -> Optional.ofNullable(fault))
        .thenCompose(
            fault -> {
              List<String> unanswered = unanswered(work, answers);
              // If nobody answers, the fault is elsewhere. For a single user-site this is unknown.
              boolean nobody = answers.size() > 1 && unanswered.size() == answers.size();
              if (fault.isPresent() && nobody) {
                return CompletableFuture.failedFuture(fault.get());
              }
              MinuteRun tried = run.triedOnceMore();
              if (fault.isPresent() && tried.tries() < TRIES) {
                return CompletableFuture.completedFuture(new PageResult(tried, false, unanswered));
              }
              MinuteRun reached = run.reached(page.get(page.size() - 1).at(), sum(work, answers));
              return mark(run, work)
                  .thenApply(marked -> new PageResult(reached, page.size() < PAGE, unanswered));
            });
  }

  private static List<String> unanswered(
      MinutePageWork work, List<CompletableFuture<RefreshGateway.PlannedRefreshReply>> answers) {
    return IntStream.range(0, answers.size())
        .filter(i -> answers.get(i).isCompletedExceptionally())
        .mapToObj(i -> work.refreshes().get(i).owner())
        .toList();
  }

  private static MinuteTally sum(
      MinutePageWork work, List<CompletableFuture<RefreshGateway.PlannedRefreshReply>> answers) {
    return answers.stream()
        .map(
            answer ->
                answer
                    .exceptionally(fault -> new RefreshGateway.PlannedRefreshReply(NO_ANSWER))
                    .join())
        .map(MinuteTally::of)
        .reduce(work.users(), MinuteTally::plus);
  }

  /** A request that cannot be sent counts as unanswered. */
  private CompletableFuture<RefreshGateway.PlannedRefreshReply> ask(
      MinuteRun run, MinuteEntry entry) {
    return CompletableFuture.completedFuture(entry)
        .thenCompose(
            asked -> refreshes.refresh(asked.owner(), run.reason(), run.minute(), asked.facts()));
  }

  private CompletionStage<Void> mark(MinuteRun run, MinutePageWork work) {
    return work.marks().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : sql.run(
            () -> {
              store.markSkipped(run.minute(), work.marks());
              return null;
            });
  }

  /** Marks the minute as done. Returns false if it got new users meanwhile and must run again. */
  CompletionStage<Boolean> finish(MinuteRun run, Instant now) {
    return sql.run(() -> store.markDone(run.minute(), run.tally(), now));
  }
}
