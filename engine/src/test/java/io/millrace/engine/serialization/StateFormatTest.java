package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.millrace.engine.refresh.PastDecision;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.token.Token;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** States of owners are arrays, without the names of their parts. */
class StateFormatTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final UserSite USER_SITE = sample(UserSite.class);
  private static final Token TOKEN = sample(Token.class);

  private final EventSerializer serializer = new EventSerializer();

  private static <T> T sample(Class<T> type) {
    return EventSamples.everyStoredType()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private ArrayNode written(Object state) throws IOException {
    return (ArrayNode) CBOR.readTree(serializer.toBinary(state));
  }

  private Object read(ArrayNode written, String type) throws IOException {
    return serializer.fromBinary(CBOR.writeValueAsBytes(written), type);
  }

  @Test
  void whatALaterReleaseAddsAtTheEndIsPassedOver() throws IOException {
    for (Object state : List.of(USER_SITE, TOKEN)) {
      assertThat(read(written(state).add("new"), serializer.manifest(state))).isEqualTo(state);
    }
  }

  @Test
  void whatAnEarlierReleaseDidNotWriteIsEmpty() throws IOException {
    ArrayNode site = written(USER_SITE);
    site.remove(site.size() - 1);
    assertThat(read(site, "user-site-state"))
        .isEqualTo(USER_SITE.toBuilder().goneSince(null).build());
    ArrayNode token = written(TOKEN);
    token.remove(token.size() - 1);
    assertThat(read(token, "token-state")).isEqualTo(TOKEN.toBuilder().version(0).build());
  }

  @Test
  void theEndStaysTheSameWhenADecisionIsAdded() {
    List<PastDecision> decisions = new ArrayList<>(USER_SITE.decisions());
    decisions.add(
        new PastDecision(
            Instant.EPOCH, PastDecision.DecisionKind.SAVED, null, null, "enabled again"));
    byte[] before = serializer.toBinary(USER_SITE);
    byte[] after = serializer.toBinary(USER_SITE.toBuilder().decisions(decisions).build());
    int same = 0;
    while (before[before.length - 1 - same] == after[after.length - 1 - same]) {
      same++;
    }
    assertThat(same).as("bytes of the older decision").isGreaterThan(40);
  }
}
