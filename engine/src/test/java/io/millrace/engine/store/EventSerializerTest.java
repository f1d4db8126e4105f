package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.flow.ChannelPool;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Moved;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.refresh.Attempt;
import io.millrace.engine.refresh.Decision;
import io.millrace.engine.refresh.Disabled;
import io.millrace.engine.refresh.Health;
import io.millrace.engine.refresh.Next;
import io.millrace.engine.refresh.PlanAnswer;
import io.millrace.engine.refresh.Rule;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.Activation;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.Delivery;
import io.millrace.engine.token.Input;
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
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final UUID UID = UUID.fromString("01a1e451-28fe-7f1d-b60d-26f9e438fcb6");
  private static final Attempt ATTEMPT = attempt("reports");

  /** Before there were queues. */
  private static final Attempt OLD_ATTEMPT = attempt("");

  private static final Lease LEASE =
      new Lease(UID, "bank/accounts", 1, "TDR", "127.0.0.1:2551-1b3af1d4", AT, AT.plusSeconds(600));

  private static final Health HEALTH = new Health(AT, AT, true);
  private static final Outcome FAILURE =
      new Outcome(Outcome.Kind.FAILURE, "exit 1", "no", true, Duration.ofSeconds(30));

  private static final Urgency URGENCY = new Urgency(JobPriority.NORMAL, Reason.TRIGGER);
  private static final Delivery.Target TARGET =
      new Delivery.Target(new TokenId(7, "load", AT), "step/extract");
  private static final io.millrace.engine.token.Attempt STEP_ATTEMPT =
      new io.millrace.engine.token.Attempt(
          UID,
          2,
          Reason.RETRY,
          200,
          "reports.daily-load",
          "TDR",
          "default",
          "reports",
          Duration.ofMillis(600_500),
          AT);

  /** What is in the files of the first release, for those types that have more fields today. */
  private static final Map<String, Object> FIRST_RELEASE =
      Map.of(
          "user-site",
          new UserSite("0 0 6 * * ?", AT, null, OLD_ATTEMPT, 0, null, Health.NEW, null, List.of()),
          "user-site-queued",
          new UserSiteEvent.Queued(OLD_ATTEMPT, AT.plusSeconds(60), null, null, false),
          "user-site-ended",
          new UserSiteEvent.Ended(UID, AT, FAILURE, null, false),
          "user-site-skipped",
          new UserSiteEvent.Skipped(
              AT, AT, "already queued or running", AT.plusSeconds(60), null, null, false));

  private static final Map<String, Object> SECOND_RELEASE =
      Map.of("user-site", userSite(OLD_ATTEMPT), "user-site-queued", queued(OLD_ATTEMPT));

  private final EventSerializer serializer = new EventSerializer();

  private static Attempt attempt(String queue) {
    return new Attempt(
        UID, 1, Reason.MANUAL, 300, "TDR", "default", queue, Duration.ofMillis(600_500), AT);
  }

  private static UserSite userSite(Attempt attempt) {
    return new UserSite(
        "0 0 6 * * ?",
        AT,
        Reason.RETRY,
        attempt,
        2,
        new Disabled(AT, "no such account"),
        HEALTH,
        new PlanAnswer(AT, Rule.SITE_IN_MAINTENANCE),
        List.of(new Decision(AT, Decision.What.SKIPPED, Reason.PLAN, AT, "being-migrated")));
  }

  private static UserSiteEvent queued(Attempt attempt) {
    return new UserSiteEvent.Queued(attempt, AT.plusSeconds(60), Reason.RETRY, AT, true);
  }

  private static Token token() {
    return new Token(
        Map.of("step/a@1h", new Input(AT, URGENCY, "{\"rows\":3}", true)),
        new Activation(URGENCY, 2, STEP_ATTEMPT, AT.plusSeconds(60)),
        TokenRow.State.FAILED,
        3,
        List.of(new Delivery(URGENCY, "[1]", 12, List.of(TARGET))),
        AT.plusSeconds(10),
        AT,
        12);
  }

  static Stream<Object> everyStoredType() {
    return Stream.of(
        userSite(ATTEMPT),
        queued(ATTEMPT),
        new UserSiteEvent.Ended(
            UID,
            AT,
            FAILURE,
            new Next(2, AT, Reason.RETRY, "no", true, HEALTH, true, true, AT),
            true),
        new UserSiteEvent.Skipped(
            AT, AT, "being-migrated", AT.plusSeconds(60), Reason.SCHEDULE, Reason.PLAN, true),
        new UserSiteEvent.Defined("every 2h", AT),
        new UserSiteEvent.Saved(AT, "every 2h", AT),
        new UserSiteEvent.DisabledByHand(AT, "moving house"),
        new UserSiteEvent.Removed(),
        token(),
        new TokenEvent.Arrived(
            AT,
            new Arrival("step/a@1h", Reason.CATCH_UP, JobPriority.BACKFILL, "{\"rows\":3}", 12),
            TokenRow.State.WAITING,
            1),
        new TokenEvent.Queued(
            STEP_ATTEMPT, URGENCY, List.of("step/a@1h"), 1, AT.plusSeconds(60), AT, 12),
        new TokenEvent.Passed(AT, URGENCY, List.of("step/a@1h"), 1, List.of(TARGET), AT, 12),
        new TokenEvent.Ended(
            UID, AT, FAILURE, AT.plusSeconds(60), List.of(TARGET), AT.plusSeconds(10), 1, 12),
        new TokenEvent.Booked(AT, AT.plusSeconds(10)),
        new TokenEvent.Delivered(AT, AT.plusSeconds(10)),
        new TokenEvent.Reset(
            AT, List.of("step/a@1h"), List.of("trigger/daily"), TokenRow.State.WAITING, 12),
        new TokenEvent.Cleared(AT, AT.plusSeconds(10)),
        new TokenEvent.Removed(AT),
        new ChannelPool(Map.of(UID, LEASE)),
        new Moved(AT, List.of(UID), List.of(LEASE)));
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
    String release =
        SECOND_RELEASE.containsKey(type) ? ".v3" : FIRST_RELEASE.containsKey(type) ? ".v2" : ".v1";
    assertThat(golden(type, release, stored)).isEqualTo(stored);
  }

  @Test
  void whatEarlierReleasesWroteIsStillRead() throws IOException {
    for (Map.Entry<String, Object> entry : FIRST_RELEASE.entrySet()) {
      assertThat(golden(entry.getKey(), ".v1", entry.getValue())).isEqualTo(entry.getValue());
    }
    for (Map.Entry<String, Object> entry : SECOND_RELEASE.entrySet()) {
      assertThat(golden(entry.getKey(), ".v2", entry.getValue())).isEqualTo(entry.getValue());
    }
  }

  @Test
  void anEndFromTheFirstReleaseLeavesWhatWasBooked() throws IOException {
    UserSite before = (UserSite) FIRST_RELEASE.get("user-site");
    UserSiteEvent ended = (UserSiteEvent) FIRST_RELEASE.get("user-site-ended");
    assertThat(ended.applyTo(before).refreshAt()).isEqualTo(before.refreshAt());
    assertThat(ended.applyTo(before).attempt()).isNull();
  }

  private Object golden(String type, String release, Object expected) throws IOException {
    String name = "/golden/" + type + release + ".hex";
    try (InputStream golden = getClass().getResourceAsStream(name)) {
      assertThat(golden)
          .as("%s: %s", name, HexFormat.of().formatHex(serializer.toBinary(expected)))
          .isNotNull();
      byte[] bytes = HexFormat.of().parseHex(new String(golden.readAllBytes()).strip());
      return serializer.fromBinary(bytes, type);
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
        .hasMessageContaining("user-site-vanished")
        .hasMessageContaining("later");
  }

  @Test
  void aFieldOfALaterReleaseIsPassedOver() {
    byte[] withMore = HexFormat.of().parseHex("a1636e6577187b");
    assertThat(serializer.fromBinary(withMore, "user-site-removed"))
        .isEqualTo(new UserSiteEvent.Removed());
  }
}
