package io.millrace.client.model;

import io.millrace.client.model.RefreshModel.RuleCheck;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plan of a day. */
public final class FlywheelModel {
  private FlywheelModel() {}

  /** The plan of a day. {@code planned}, {@code waiting} and {@code missed} count users. */
  public record Plan(
      LocalDate date,
      Instant plannedAt,
      long planned,
      long waiting,
      long missed,
      Map<String, Long> skippedUsers,
      long userSites,
      long started,
      Map<String, Long> skippedUserSites,
      List<PlanMinute> minutes) {}

  /**
   * A minute of the plan. {@code users} is the skipped users and those that passed; {@code
   * user_sites} of those is the started and the skipped ones.
   */
  public record PlanMinute(
      Instant at,
      String state,
      long users,
      Map<String, Long> skippedUsers,
      long userSites,
      long started,
      Map<String, Long> skippedUserSites,
      @Nullable Instant doneAt) {}

  /** The places of a user in the plan of a day. */
  public record UserPlan(
      String user,
      LocalDate date,
      String state,
      String detail,
      List<PlanSlot> plan,
      @Nullable Instant next,
      List<RuleCheck> rules) {}

  /** A place in the plan. */
  public record PlanSlot(Instant at, int pass, String state, String skipped) {}

  /** What planning a day changed. */
  public record PlanResult(LocalDate date, long users, long refreshes, long removed) {}

  /** Whether the flywheel is on. */
  public record TickResult(boolean enabled) {}

  /** What became of each user-site of a user. */
  public record ForcedRefreshes(String user, List<ForcedRefresh> userSites) {}

  /** What became of one user-site. */
  public record ForcedRefresh(String userSite, String taskId, boolean created, String skipped) {}
}
