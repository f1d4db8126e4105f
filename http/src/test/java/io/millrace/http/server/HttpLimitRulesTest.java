package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How much a node has room for, and how long and how fast a body must be. */
class HttpLimitRulesTest {
  private static final Config HTTP = ConfigFactory.defaultReference().getConfig("millrace.http");
  private static final long HEAP = 384L * 1024 * 1024;

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
    assertThat(document.most()).isEqualTo(BodyLimit.MOST_BYTES_OF_SOURCES);
    assertThat(2 * document.cost(document.most())).as("one at a time").isGreaterThan(small);
    assertThat(BodyLimit.of("sources").within(small / 2).most())
        .isEqualTo(BodyLimit.MOST_BYTES_OF_SOURCES / 2);
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
}
