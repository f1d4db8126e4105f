package io.millrace.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How something is refreshed, and why. Shared by collections and user-sites. */
public final class RefreshModel {
  private RefreshModel() {}

  /** How a collection or a user-site is refreshed. */
  public record RefreshState(
      String state,
      String schedule,
      @Nullable Instant refreshAt,
      String refreshReason,
      String refreshAttemptUid,
      @Nullable Instant refreshAttemptAt,
      long refreshAttemptNo,
      long refreshAttempts,
      @Nullable Instant refreshTimeoutAt,
      @Nullable Instant refreshDisabledUntilUpdate,
      String refreshDisabledUserFriendlyReason,
      String refreshDisabledMessage,
      @Nullable Instant failingSince,
      String taskId) {}

  /** What comes next. */
  public record NextEvent(
      @Nullable Instant at, String what, String text, List<SkippedTime> skips) {}

  /** A coming time that a rule will skip. */
  public record SkippedTime(Instant at, String what, String rule, @Nullable Instant until) {}

  /** A rule, and whether it passes now. */
  public record RuleCheck(String rule, boolean passes, JsonNode values) {}

  /** A decision on a user-site or a collection. */
  public record Decision(
      Instant at, String what, String askedBy, @Nullable Instant plannedAt, String detail) {}

  /** A credential in plain text, and where it belongs. The value itself is not shown. */
  public record Warning(String field, String reason) {}
}
