package io.millrace.engine.serialization;

import static io.millrace.engine.serialization.EventSamples.AT;
import static io.millrace.engine.serialization.EventSamples.EARLIER;
import static io.millrace.engine.serialization.EventSamples.FAILURE;
import static io.millrace.engine.serialization.EventSamples.FIRST;
import static io.millrace.engine.serialization.EventSamples.UID;
import static io.millrace.engine.serialization.EventSamples.everyStoredType;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.task.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden files are what earlier releases wrote. One that does not read any more is a bug. */
class EventSerializerTest {
  private static final CBORMapper CBOR = new CBORMapper();

  private final EventSerializer serializer = new EventSerializer();

  @ParameterizedTest
  @MethodSource("io.millrace.engine.serialization.EventSamples#everyStoredType")
  void whatWasWrittenIsReadBackEqual(Object stored) {
    assertThat(serializer.fromBinary(serializer.toBinary(stored), serializer.manifest(stored)))
        .isEqualTo(stored);
  }

  @ParameterizedTest
  @MethodSource("io.millrace.engine.serialization.EventSamples#everyStoredType")
  void theGoldenFileOfEachTypeIsRead(Object stored) throws IOException {
    String type = serializer.manifest(stored);
    long earlier = EARLIER.stream().filter(files -> files.containsKey(type)).count();
    byte[] golden = bytes(type, ".v" + (earlier + 1), stored);
    assertThat(serializer.fromBinary(golden, type)).isEqualTo(stored);
  }

  @ParameterizedTest
  @MethodSource("io.millrace.engine.serialization.EventSamples#everyStoredType")
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
}
