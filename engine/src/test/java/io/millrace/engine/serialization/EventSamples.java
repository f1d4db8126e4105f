package io.millrace.engine.serialization;

import io.millrace.engine.flow.ChannelPool;
import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.refresh.AttemptFollowUp;
import io.millrace.engine.refresh.AttemptFollowUpBuilder;
import io.millrace.engine.refresh.CollectionReturn;
import io.millrace.engine.refresh.DisabledState;
import io.millrace.engine.refresh.PastDecision;
import io.millrace.engine.refresh.PlanMinuteDecision;
import io.millrace.engine.refresh.RefreshHealth;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskRoute;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.Activation;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.BookedRetry;
import io.millrace.engine.token.DownstreamDelivery;
import io.millrace.engine.token.StoredArrival;
import io.millrace.engine.token.Token;
import io.millrace.engine.token.TokenEvent;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.token.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** A sample of every stored type, as this release and the earlier ones wrote it. */
final class EventSamples {
  static final Instant AT = Instant.parse("2026-03-01T12:00:00.123Z");
  static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
  static final Attempt ATTEMPT = attempt("reports", Booking.retry(AT));

  /** Before a run by hand came between the attempts of a series. */
  static final Attempt COUNTED_ATTEMPT = attempt("reports", null);

  /** Before there were queues. */
  static final Attempt OLD_ATTEMPT = attempt("", null);

  static final Lease LEASE =
      new Lease(UID, "bank/accounts", 1, "TDR", "127.0.0.1:2551-1b3af1d4", AT, AT.plusSeconds(600));

  static final RefreshHealth HEALTH = new RefreshHealth(AT, AT, true);
  static final Outcome OLD_FAILURE =
      new Outcome(Outcome.Kind.FAILURE, "exit 1", "no", true, Duration.ofSeconds(30));
  static final Outcome FAILURE = OLD_FAILURE.because(FailureKind.PROGRAM_FAILED);

  static final Urgency URGENCY =
      new Urgency(JobPriority.NORMAL, TaskReason.TRIGGER, new TaskOrder("7/daily", 3));

  /** Before there was an order. */
  static final Urgency OLD_URGENCY = new Urgency(JobPriority.NORMAL, TaskReason.TRIGGER, null);

  static final DownstreamDelivery.ArrivalTarget TARGET =
      new DownstreamDelivery.ArrivalTarget(new TokenId(7, "load", AT), "step/extract");
  static final Attempt STEP_ATTEMPT =
      Attempt.of(
              UID,
              2,
              TaskReason.RETRY,
              new TaskRoute(200, "TDR", "default", "reports"),
              Duration.ofMillis(600_500),
              AT)
          .withSource("reports.daily-load");

  /** What is in the first file of those types that have more fields today. */
  static final Map<String, Object> FIRST =
      Map.ofEntries(
          Map.entry(
              "user-site",
              UserSite.NEW.toBuilder()
                  .schedule("0 0 6 * * ?")
                  .refreshAt(AT)
                  .attempt(OLD_ATTEMPT)
                  .build()),
          Map.entry(
              "user-site-queued",
              new UserSiteEvent.Queued(OLD_ATTEMPT, AT.plusSeconds(60), null, null, false)),
          Map.entry("user-site-ended", new UserSiteEvent.Ended(UID, AT, OLD_FAILURE, null, false)),
          Map.entry("user-site-defined", new UserSiteEvent.Defined("every 2h", AT, null)),
          Map.entry("user-site-removed", new UserSiteEvent.Removed(null)),
          Map.entry("token", token(OLD_URGENCY, null)),
          Map.entry("token-arrived", arrived(null)),
          Map.entry("token-queued", queued(OLD_URGENCY)),
          Map.entry("token-passed", passed(OLD_URGENCY)),
          Map.entry("token-ended", tokenEnded(OLD_FAILURE)),
          Map.entry(
              "user-site-skipped",
              new UserSiteEvent.Skipped(
                  AT, AT, "already queued or running", AT.plusSeconds(60), null, null, false)));

  static final Map<String, Object> SECOND =
      Map.of(
          "token",
          token(OLD_URGENCY, new BookedRetry(OLD_URGENCY, 1, AT)),
          "user-site",
          userSite(OLD_ATTEMPT, null, false, null),
          "user-site-queued",
          queued(OLD_ATTEMPT),
          "user-site-ended",
          new UserSiteEvent.Ended(
              UID,
              AT,
              OLD_FAILURE,
              followUp().gaveWayAt(null).disabledMessage(null).build(),
              true));

  static final Map<String, Object> THIRD =
      Map.of(
          "token",
          token(URGENCY, new BookedRetry(URGENCY, 1, AT)),
          "user-site",
          userSite(COUNTED_ATTEMPT, null, false, null),
          "user-site-queued",
          queued(COUNTED_ATTEMPT));

  /** Before a collection could come back. */
  static final Map<String, Object> FOURTH =
      Map.of("user-site", userSite(ATTEMPT, "HTTP 404", true, null));

  /** The last snapshot of a user-site, before its state was a row. */
  static final Map<String, Object> FIFTH =
      Map.of("user-site", userSite(ATTEMPT, "HTTP 404", true, AT));

  /** The oldest first. */
  static final List<Map<String, Object>> EARLIER = List.of(FIRST, SECOND, THIRD, FOURTH, FIFTH);

  private EventSamples() {}

  static Attempt attempt(String queue, Booking interrupted) {
    return Attempt.of(
            UID,
            1,
            TaskReason.MANUAL,
            new TaskRoute(300, "TDR", "default", queue),
            Duration.ofMillis(600_500),
            AT)
        .withInterrupted(interrupted);
  }

  static UserSite userSite(Attempt attempt, String message, boolean byHand, Instant goneSince) {
    return UserSite.NEW.toBuilder()
        .schedule("0 0 6 * * ?")
        .refreshAt(AT)
        .refreshReason(TaskReason.RETRY)
        .attempt(attempt)
        .attemptNo(2)
        .disabled(new DisabledState(AT, "no such account", message))
        .health(HEALTH)
        .lastPlan(new PlanMinuteDecision(AT, RefreshRule.SITE_IN_MAINTENANCE))
        .decisions(
            List.of(
                new PastDecision(
                    AT, PastDecision.DecisionKind.SKIPPED, TaskReason.PLAN, AT, "being-migrated")))
        .byHand(byHand)
        .goneSince(goneSince)
        .build();
  }

  /** Every part is set. */
  static AttemptFollowUpBuilder followUp() {
    return AttemptFollowUp.NOTHING.toBuilder()
        .attemptNo(2)
        .refreshAt(AT)
        .refreshReason(TaskReason.RETRY)
        .disabledReason("no")
        .exhausted(true)
        .health(HEALTH)
        .changed(true)
        .warning(true)
        .passedAt(AT)
        .gaveWayAt(AT)
        .disabledMessage("exit 1");
  }

  static UserSiteEvent queued(Attempt attempt) {
    return new UserSiteEvent.Queued(attempt, AT.plusSeconds(60), TaskReason.RETRY, AT, true);
  }

  static TokenEvent tokenEnded(Outcome outcome) {
    return TokenEvent.Ended.of(UID, AT, outcome)
        .withRetryAt(AT.plusSeconds(60))
        .withDelivery(List.of(TARGET), AT.plusSeconds(10))
        .withCount(1, 12);
  }

  static Token token(Urgency urgency, BookedRetry interrupted) {
    return Token.NEW.toBuilder()
        .arrivals(Map.of("step/a@1h", new StoredArrival(AT, urgency, "{\"rows\":3}", true)))
        .activation(new Activation(urgency, 2, STEP_ATTEMPT, AT.plusSeconds(60), interrupted))
        .last(TokenRow.TokenState.FAILED)
        .runs(3)
        .undelivered(List.of(new DownstreamDelivery(urgency, "[1]", 12, List.of(TARGET))))
        .deliverAt(AT.plusSeconds(10))
        .changedAt(AT)
        .version(12)
        .build();
  }

  static TokenEvent arrived(TaskOrder order) {
    return new TokenEvent.Arrived(
        AT,
        new Arrival(
            "step/a@1h", TaskReason.CATCH_UP, JobPriority.BACKFILL, "{\"rows\":3}", 12, order),
        TokenRow.TokenState.WAITING,
        1);
  }

  static TokenEvent queued(Urgency urgency) {
    return new TokenEvent.Queued(
        STEP_ATTEMPT, urgency, List.of("step/a@1h"), 1, AT.plusSeconds(60), AT, 12);
  }

  static TokenEvent passed(Urgency urgency) {
    return new TokenEvent.Passed(AT, urgency, List.of("step/a@1h"), 1, List.of(TARGET), AT, 12);
  }

  static Stream<Object> everyStoredType() {
    return Stream.of(
        userSite(ATTEMPT, "HTTP 404", true, AT),
        queued(ATTEMPT),
        new UserSiteEvent.Ended(UID, AT, FAILURE, followUp().build(), true),
        new UserSiteEvent.Skipped(
            AT,
            AT,
            "being-migrated",
            AT.plusSeconds(60),
            TaskReason.SCHEDULE,
            TaskReason.PLAN,
            true),
        new UserSiteEvent.Defined(
            "every 2h", AT, new CollectionReturn(2, TaskReason.RETRY, "no account")),
        new UserSiteEvent.Saved(AT, "every 2h", AT),
        new UserSiteEvent.DisabledByHand(AT, "moving house"),
        new UserSiteEvent.Removed(AT),
        token(URGENCY, new BookedRetry(URGENCY, 1, AT)),
        arrived(URGENCY.order()),
        queued(URGENCY),
        passed(URGENCY),
        tokenEnded(FAILURE),
        new TokenEvent.Booked(AT, AT.plusSeconds(10)),
        new TokenEvent.Delivered(AT, AT.plusSeconds(10)),
        new TokenEvent.Reset(
            AT, List.of("step/a@1h"), List.of("trigger/daily"), TokenRow.TokenState.WAITING, 12),
        new TokenEvent.Cleared(AT, AT.plusSeconds(10)),
        new TokenEvent.Removed(AT),
        new ChannelPool(Map.of(UID, LEASE)),
        new ChannelsChanged(AT, List.of(UID), List.of(LEASE)));
  }
}
