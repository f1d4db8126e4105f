package io.millrace.engine.refresh;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.RefreshRule.RuleVerdict;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next refresh that will really run, as far as the rules can be foreseen. A rule that blocks
 * now blocks until it ends by itself; one that does not end skips every time.
 *
 * @param at absent if no known time runs
 * @param reason RETRY, SCHEDULE or PLAN
 * @param skips the times before it that a rule will skip, the earliest first
 */
public record NextRefresh(@Nullable Instant at, TaskReason reason, List<SkippedTime> skips) {
  /** More times than any rule that ends skips before its end. */
  private static final int MOST_TIMES = 100;

  private static final int SKIPS_SHOWN = 5;

  /**
   * A coming time that a rule will skip.
   *
   * @param until when the rule ends by itself; absent if it does not
   */
  public record SkippedTime(Instant at, TaskReason reason, String rule, @Nullable Instant until) {}

  public NextRefresh {
    skips = List.copyOf(skips);
  }

  /**
   * Walks the coming times in their order: what is booked and its schedule, and the minutes of the
   * plan.
   *
   * @param verdicts of the rules now
   * @param booked the next booking
   * @param policy absent if its definition is not known
   * @param minutes the next minutes of its user in the plan, the earliest first
   * @param userRule the rule that excludes its user from the plan; absent if none does
   */
  public static NextRefresh of(
      List<RuleVerdict> verdicts,
      Booking booked,
      @Nullable Policy policy,
      List<Instant> minutes,
      @Nullable String userRule) {
    List<SkippedTime> skips = new ArrayList<>();
    Booking scheduled = booked;
    int minute = 0;
    for (int times = 0; times < MOST_TIMES; times++) {
      Instant planned = minute < minutes.size() ? minutes.get(minute) : null;
      boolean byPlan = isFirst(planned, scheduled.at());
      Instant at = byPlan ? planned : scheduled.at();
      TaskReason reason = byPlan ? TaskReason.PLAN : scheduled.reason();
      if (at == null) {
        break;
      }
      Optional<SkippedTime> skipped = skipped(verdicts, at, reason, byPlan ? userRule : null);
      if (skipped.isEmpty()) {
        return new NextRefresh(at, reason, skips);
      }
      if (skips.size() < SKIPS_SHOWN) {
        skips.add(skipped.get());
      }
      if (byPlan) {
        minute++;
      } else {
        scheduled = policy == null ? Booking.NONE : policy.bookPlanned(end(skipped.get()));
      }
    }
    return new NextRefresh(null, TaskReason.SCHEDULE, skips);
  }

  private static boolean isFirst(@Nullable Instant planned, @Nullable Instant scheduled) {
    return planned != null && (scheduled == null || planned.isBefore(scheduled));
  }

  /** No scheduled time before the end of the rule runs. */
  private static Instant end(SkippedTime skipped) {
    Instant until = skipped.until();
    return until == null || !until.isAfter(skipped.at()) ? skipped.at() : until.minusMillis(1);
  }

  private static Optional<SkippedTime> skipped(
      List<RuleVerdict> verdicts, Instant at, TaskReason reason, @Nullable String userRule) {
    return userRule != null
        ? Optional.of(new SkippedTime(at, reason, userRule, null))
        : verdicts.stream()
            .filter(verdict -> verdict.blocksAt(at, reason))
            .map(verdict -> new SkippedTime(at, reason, verdict.rule().text(), verdict.until()))
            .findFirst();
  }
}
