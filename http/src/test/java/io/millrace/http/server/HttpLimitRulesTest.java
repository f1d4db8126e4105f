package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.http.access.WrongAccessTokens;
import io.millrace.http.directory.SourceRoutes;
import io.millrace.http.endpoint.RequestKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small rules at the edge: what counts as what, and how much there is. */
class HttpLimitRulesTest {
  private static final Config HTTP = ConfigFactory.defaultReference().getConfig("millrace.http");
  private static final long HEAP = 384L * 1024 * 1024;

  @ParameterizedTest
  @CsvSource({
    "POST, workers/w/claims, LONG_POLL",
    "POST, flow-control/requests, LONG_POLL",
    "POST, workers/w/heartbeat, REPORT",
    "POST, flow-control/heartbeats, REPORT",
    "POST, flow-control/releases, REPORT",
    "POST, tasks/t/finish, REPORT",
    "POST, tasks/t/progress, REPORT",
    "POST, tasks/t/logs, REPORT",
    "GET, tasks/t/logs, REQUEST",
    "POST, tasks, REQUEST",
    "PUT, sources, REQUEST"
  })
  void heartbeatsAndReportsTakeNoPlaceOfClaims(String method, String path, RequestKind kind) {
    assertThat(RequestKind.of(method, List.of(path.split("/")))).isEqualTo(kind);
  }

  @Test
  void connectionsStayBelowTheOpenFilesAndWhatHoldsThemBelowTheConnections() {
    HttpLimits few = HttpLimits.of(HTTP, HEAP, 4096);
    assertThat(few.connections()).isEqualTo(4096 - 1024);
    assertThat(few.longPolls() + few.inFlight() + few.reports() + few.logStreams())
        .isLessThan(few.connections());
    assertThat(HttpLimits.of(HTTP, HEAP, 256).connections()).isEqualTo(128);
    HttpLimits many = HttpLimits.of(HTTP, HEAP, 1_000_000);
    assertThat(many.connections()).isEqualTo(8192);
    assertThat(many.longPolls()).isEqualTo(5000);
    assertThat(HttpLimits.of(HTTP, HEAP, 0).connections()).isEqualTo(8192);
  }

  @Test
  void documentsAreWeighedByWhatParsingThemTakesOfTheHeap() {
    long small = HttpLimits.of(HTTP, HEAP, 0).bodyBytes();
    assertThat(BodyLimit.of("workers").within(small).most()).isEqualTo(1024 * 1024);
    BodyLimit document = BodyLimit.of("sources").within(small);
    assertThat(document.most()).isEqualTo(SourceRoutes.MOST_BYTES);
    assertThat(2 * document.cost(document.most())).as("one at a time").isGreaterThan(small);
    assertThat(BodyLimit.of("sources").within(small / 2).most())
        .isEqualTo(SourceRoutes.MOST_BYTES / 2);
    assertThat(BodyLimit.of("jobs").cost(1_000)).as("a tree").isEqualTo(36_000);
  }

  @Test
  void aProxyIsNamedInAnyForm() {
    assertThat(HttpLimits.of(HTTP, HEAP, 0).trustedProxies())
        .containsExactlyInAnyOrder("127.0.0.1", "0:0:0:0:0:0:0:1");
  }

  @Test
  void aBodyThatNeverFitsIsTooLarge() {
    assertThat(BodyLimit.of("sources").within(24_000).most()).isEqualTo(1_000);
  }

  @Test
  void aBodyMustComeWithinATimeAndAtARate() {
    BodyPace pace = new BodyPace(Duration.ofSeconds(60), 1_000);
    assertThat(pace.isTooSlow(0, Duration.ofSeconds(5))).isFalse();
    assertThat(pace.isTooSlow(999, Duration.ofSeconds(6))).isTrue();
    assertThat(pace.isTooSlow(1_000, Duration.ofSeconds(6))).isFalse();
    assertThat(pace.isTooSlow(1_000_000, Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void anAddressWithTooManyWrongTokensWaitsAMinuteAndTheLogSaysItOnce() {
    WrongAccessTokens wrong = new WrongAccessTokens(3);
    assertThat(wrong.countWrong("a", 0)).isEqualTo("A wrong token came from a");
    assertThat(wrong.countWrong("a", 1)).isNull();
    assertThat(wrong.isTooMany("a", 2)).isFalse();
    assertThat(wrong.countWrong("a", 2)).isNull();
    assertThat(wrong.isTooMany("a", 59_999)).isTrue();
    assertThat(wrong.isTooMany("b", 59_999)).isFalse();
    assertThat(wrong.isTooMany("a", 60_000)).isFalse();
    assertThat(wrong.countWrong("a", 60_000))
        .isEqualTo("A wrong token came from a, and 2 more after the last such line");
  }

  @Test
  void strangersFromManyAddressesCostNoMemory() {
    WrongAccessTokens wrong = new WrongAccessTokens(3);
    for (int i = 0; i < WrongAccessTokens.MOST_ADDRESSES; i++) {
      wrong.countWrong("a" + i, 0);
    }
    assertThat(wrong.countWrong("b", 1)).endsWith(WrongAccessTokens.OTHERS);
    assertThat(wrong.countWrong("c", 1)).isNull();
    assertThat(wrong.countWrong("d", 60_001)).as("a minute later").endsWith("from d");
  }
}
