package io.millrace.engine.flywheel;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import io.millrace.engine.flywheel.PlanOverviewStore.PlannedDay;
import io.millrace.engine.flywheel.PlanOverviewStore.UserPlan;
import io.millrace.engine.flywheel.PlanStore.PlanResult;
import io.millrace.engine.sql.AsyncSql;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The operations on the plan: commands go to the flywheel, queries read the tables. */
public final class PlanService {
  private static final int MINUTES_AHEAD = 50;
  private static final Duration PLAN_TIMEOUT = Duration.ofMinutes(10);

  private final ActorSystem<?> system;
  private final ActorRef<Flywheel.Command> flywheel;
  private final FlywheelSettings settings;
  private final PlanOverviewStore reader;
  private final AsyncSql sql;
  private final Clock clock;
  private final Duration askTimeout;

  public PlanService(
      ActorSystem<?> system,
      ActorRef<Flywheel.Command> flywheel,
      FlywheelSettings settings,
      PlanOverviewStore reader,
      AsyncSql sql,
      Clock clock,
      Duration askTimeout) {
    this.system = system;
    this.flywheel = flywheel;
    this.settings = settings;
    this.reader = reader;
    this.sql = sql;
    this.clock = clock;
    this.askTimeout = askTimeout;
  }

  /** Runs the minutes whose time has come. Returns false if the flywheel is off. */
  public CompletionStage<Boolean> tick() {
    return AskPattern.ask(flywheel, Flywheel.Tick::new, askTimeout, system.scheduler())
        .thenApply(Flywheel.TickReply::enabled);
  }

  /** Plans a day, or completes its plan. */
  public CompletionStage<PlanResult> plan(LocalDate date) {
    return AskPattern.askWithStatus(
        flywheel, replyTo -> new Flywheel.PlanDay(date, replyTo), PLAN_TIMEOUT, system.scheduler());
  }

  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  /** Returns empty if that day was never planned or its plan is no longer kept. */
  public CompletionStage<Optional<PlannedDay>> day(LocalDate date) {
    return sql.run(() -> reader.day(date));
  }

  /** Returns the plan of a day for one user; empty if there is no such user. */
  public CompletionStage<Optional<UserPlan>> plan(String user, LocalDate date) {
    Instant now = clock.instant();
    return sql.run(() -> reader.plan(user, date, settings, now));
  }

  /**
   * What the plan holds for a user.
   *
   * @param checks every rule for users with its current result; empty if there is no such user
   * @param minutes the next planned minutes; empty if none is planned yet
   */
  public record UserOutlook(List<UserRule.UserRuleCheck> checks, List<Instant> minutes) {
    public static final UserOutlook NONE = new UserOutlook(List.of(), List.of());

    public UserOutlook {
      minutes = List.copyOf(minutes);
    }

    /** The first planned minute; absent if none is planned yet. */
    public @Nullable Instant next() {
      return minutes.isEmpty() ? null : minutes.get(0);
    }

    /** The first rule that excludes the user from the plan; absent if none does. */
    public @Nullable String skippedBy() {
      return checks.stream()
          .filter(UserRule.UserRuleCheck::skips)
          .map(check -> check.rule().text())
          .findFirst()
          .orElse(null);
    }
  }

  public CompletionStage<UserOutlook> outlook(String user) {
    Instant now = clock.instant();
    return sql.run(
        () ->
            new UserOutlook(
                reader
                    .user(user)
                    .map(found -> UserRule.checks(found, settings, now))
                    .orElse(List.of()),
                reader.nextAfter(user, now, MINUTES_AHEAD)));
  }
}
