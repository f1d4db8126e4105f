package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.flow.ChannelPool;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Moved;
import io.millrace.engine.refresh.Attempt;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Reason;
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
  private static final Attempt ATTEMPT =
      new Attempt(UID, 1, Reason.MANUAL, 300, "TDR", "default", Duration.ofMillis(600_500), AT);
  private static final Lease LEASE =
      new Lease(UID, "bank/accounts", 1, "TDR", "127.0.0.1:2551-1b3af1d4", AT, AT.plusSeconds(600));

  private final EventSerializer serializer = new EventSerializer();

  static Stream<Object> everyStoredType() {
    return Stream.of(
        new UserSite("0 0 6 * * ?", AT, ATTEMPT),
        new UserSiteEvent.Queued(ATTEMPT, AT.plusSeconds(60)),
        new UserSiteEvent.Ended(
            UID,
            AT,
            new Outcome(Outcome.Kind.FAILURE, "exit 1", "no", true, Duration.ofSeconds(30))),
        new UserSiteEvent.Skipped(AT, AT, "already queued or running", AT.plusSeconds(60)),
        new UserSiteEvent.Defined("every 2h", AT),
        new UserSiteEvent.Removed(),
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
    String name = "/golden/" + serializer.manifest(stored) + ".v1.hex";
    try (InputStream golden = getClass().getResourceAsStream(name)) {
      assertThat(golden)
          .as("%s: %s", name, HexFormat.of().formatHex(serializer.toBinary(stored)))
          .isNotNull();
      byte[] bytes = HexFormat.of().parseHex(new String(golden.readAllBytes()).strip());
      assertThat(serializer.fromBinary(bytes, serializer.manifest(stored))).isEqualTo(stored);
    }
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
