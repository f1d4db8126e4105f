package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
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
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden files are what earlier releases wrote. One that does not read any more is a bug. */
class EventSerializerTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
  private static final Attempt ATTEMPT = attempt("reports", Booking.retry(AT));

  /** Before a run by hand came between the attempts of a series. */
  private static final Attempt COUNTED_ATTEMPT = attempt("reports", null);

  /** Before there were queues. */
  private static final Attempt OLD_ATTEMPT = attempt("", null);

  private static final Lease LEASE =
      new Lease(UID, "bank/accounts", 1, "TDR", "127.0.0.1:2551-1b3af1d4", AT, AT.plusSeconds(600));

  private static final RefreshHealth HEALTH = new RefreshHealth(AT, AT, true);
  private static final Outcome OLD_FAILURE =
      new Outcome(Outcome.Kind.FAILURE, "exit 1", "no", true, Duration.ofSeconds(30));
  private static final Outcome FAILURE = OLD_FAILURE.because(FailureKind.PROGRAM_FAILED);

  private static final Urgency URGENCY =
      new Urgency(JobPriority.NORMAL, TaskReason.TRIGGER, new TaskOrder("7/daily", 3));

  /** Before there was an order. */
  private static final Urgency OLD_URGENCY =
      new Urgency(JobPriority.NORMAL, TaskReason.TRIGGER, null);

  private static final DownstreamDelivery.ArrivalTarget TARGET =
      new DownstreamDelivery.ArrivalTarget(new TokenId(7, "load", AT), "step/extract");
  private static final Attempt STEP_ATTEMPT =
      Attempt.of(
              UID,
              2,
              TaskReason.RETRY,
              new TaskRoute(200, "TDR", "default", "reports"),
              Duration.ofMillis(600_500),
              AT)
          .withSource("reports.daily-load");

  /** What is in the first file of those types that have more fields today. */
  private static final Map<String, Object> FIRST =
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

  private static final Map<String, Object> SECOND =
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

  private static final Map<String, Object> THIRD =
      Map.of(
          "user-site",
          userSite(COUNTED_ATTEMPT, null, false, null),
          "user-site-queued",
          queued(COUNTED_ATTEMPT));

  /** Before a collection could come back. */
  private static final Map<String, Object> FOURTH =
      Map.of("user-site", userSite(ATTEMPT, "HTTP 404", true, null));

  /** The oldest first. */
  private static final List<Map<String, Object>> EARLIER = List.of(FIRST, SECOND, THIRD, FOURTH);

  private final EventSerializer serializer = new EventSerializer();

  private static Attempt attempt(String queue, Booking interrupted) {
    return Attempt.of(
            UID,
            1,
            TaskReason.MANUAL,
            new TaskRoute(300, "TDR", "default", queue),
            Duration.ofMillis(600_500),
            AT)
        .withInterrupted(interrupted);
  }

  private static UserSite userSite(
      Attempt attempt, String message, boolean byHand, Instant goneSince) {
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
  private static AttemptFollowUpBuilder followUp() {
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

  private static UserSiteEvent queued(Attempt attempt) {
    return new UserSiteEvent.Queued(attempt, AT.plusSeconds(60), TaskReason.RETRY, AT, true);
  }

  private static TokenEvent tokenEnded(Outcome outcome) {
    return TokenEvent.Ended.of(UID, AT, outcome)
        .withRetryAt(AT.plusSeconds(60))
        .withDelivery(List.of(TARGET), AT.plusSeconds(10))
        .withCount(1, 12);
  }

  private static Token token(Urgency urgency, BookedRetry interrupted) {
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

  private static TokenEvent arrived(TaskOrder order) {
    return new TokenEvent.Arrived(
        AT,
        new Arrival(
            "step/a@1h", TaskReason.CATCH_UP, JobPriority.BACKFILL, "{\"rows\":3}", 12, order),
        TokenRow.TokenState.WAITING,
        1);
  }

  private static TokenEvent queued(Urgency urgency) {
    return new TokenEvent.Queued(
        STEP_ATTEMPT, urgency, List.of("step/a@1h"), 1, AT.plusSeconds(60), AT, 12);
  }

  private static TokenEvent passed(Urgency urgency) {
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

  @ParameterizedTest
  @MethodSource("everyStoredType")
  void whatWasWrittenIsReadBackEqual(Object stored) {
    assertThat(serializer.fromBinary(serializer.toBinary(stored), serializer.manifest(stored)))
        .isEqualTo(stored);
  }

  @ParameterizedTest
  @MethodSource("everyStoredType")
  void theGoldenFileOfEachTypeIsRead(Object stored) throws IOException {
    String type = serializer.manifest(stored);
    long earlier = EARLIER.stream().filter(files -> files.containsKey(type)).count();
    byte[] golden = bytes(type, ".v" + (earlier + 1), stored);
    assertThat(serializer.fromBinary(golden, type)).isEqualTo(stored);
  }

  @ParameterizedTest
  @MethodSource("everyStoredType")
  void whatIsWrittenHasTheFormOfTheNewestGoldenFile(Object stored) throws IOException {
    String type = serializer.manifest(stored);
    long earlier = EARLIER.stream().filter(files -> files.containsKey(type)).count();
    assertThat(CBOR.readTree(serializer.toBinary(stored)))
        .isEqualTo(CBOR.readTree(bytes(type, ".v" + (earlier + 1), stored)));
  }

  @Test
  void whatEarlierReleasesWroteIsStillRead() throws IOException {
    for (int i = 0; i < EARLIER.size(); i++) {
      for (Map.Entry<String, Object> entry : EARLIER.get(i).entrySet()) {
        byte[] golden = bytes(entry.getKey(), ".v" + (i + 1), entry.getValue());
        assertThat(serializer.fromBinary(golden, entry.getKey())).isEqualTo(entry.getValue());
      }
    }
  }

  @Test
  void anEndFromTheFirstReleaseLeavesWhatWasBooked() throws IOException {
    UserSite before = (UserSite) FIRST.get("user-site");
    UserSiteEvent ended = (UserSiteEvent) FIRST.get("user-site-ended");
    assertThat(ended.applyTo(before).refreshAt()).isEqualTo(before.refreshAt());
    assertThat(ended.applyTo(before).attempt()).isNull();
  }

  private byte[] bytes(String type, String release, Object expected) throws IOException {
    String name = "/golden/" + type + release + ".hex";
    try (InputStream golden = getClass().getResourceAsStream(name)) {
      assertThat(golden)
          .as("%s: %s", name, HexFormat.of().formatHex(serializer.toBinary(expected)))
          .isNotNull();
      return HexFormat.of().parseHex(new String(golden.readAllBytes()).strip());
    }
  }

  @Test
  void whatAnAttemptFoundIsReadBack() {
    Outcome found = FAILURE.withOutput("{\"rows\":42}");
    Object stored = new UserSiteEvent.Ended(UID, AT, found, null, false);
    assertThat(serializer.fromBinary(serializer.toBinary(stored), "user-site-ended"))
        .isEqualTo(stored);
  }

  @Test
  void everyTypeOfTheTableHasAGoldenFile() {
    assertThat(everyStoredType().map(serializer::manifest))
        .containsExactlyInAnyOrderElementsOf(EventSerializer.names());
  }

  @Test
  void aNameOfALaterReleaseIsRefusedWithWords() {
    assertThatThrownBy(() -> serializer.fromBinary(new byte[0], "user-site-vanished"))
        .hasMessageContainingAll("user-site-vanished", "later");
  }

  @Test
  void aFieldOfALaterReleaseIsPassedOver() {
    byte[] withMore = HexFormat.of().parseHex("a1636e6577187b");
    assertThat(serializer.fromBinary(withMore, "user-site-removed"))
        .isEqualTo(new UserSiteEvent.Removed(null));
  }
}
