package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.refresh.UserSiteEvent;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What a later release has written, while both run or after a way back. */
class LaterReleaseFormatTest {
  private final EventSerializer serializer = new EventSerializer();

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
