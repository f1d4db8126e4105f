package io.millrace.engine.flow;

import static io.millrace.engine.flow.PoolKit.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CurrentPoolConfigTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final PoolConfig PAUSED = PoolConfig.ofChannels(2).withEnabled(false);

  private final CurrentPoolConfig inForce = new CurrentPoolConfig();

  private static PoolChange change(long version, PoolConfig config) {
    return new PoolChange("p", version, config, "ops", NOW, "why");
  }

  @Test
  void nothingIsGrantedBeforeItIsKnownNorAfterThePoolIsGone() {
    assertThat(inForce.config().enabled()).isFalse();
    assertThat(inForce.update(null)).isFalse();
    assertThat(inForce.update(change(1, PoolConfig.ofChannels(2)))).isTrue();
    assertThat(inForce.config().enabled()).isTrue();
    assertThat(inForce.update(change(2, null))).isTrue();
    assertThat(inForce.config().enabled()).isFalse();
  }

  @Test
  void anAnswerThatWasOvertakenChangesNothing() {
    inForce.update(change(2, PoolConfig.ofChannels(2)));
    assertThat(inForce.update(change(1, PoolConfig.ofChannels(1)))).isFalse();
    assertThat(inForce.update(change(2, PoolConfig.ofChannels(3)))).isFalse();
    assertThat(inForce.config()).isEqualTo(PoolConfig.ofChannels(2));
  }

  @Test
  void eachPauseThatLastsIsToldOnce() {
    inForce.update(change(1, PAUSED));
    assertThat(inForce.pauseWarning(HOUR, NOW.plus(HOUR))).isEmpty();
    assertThat(inForce.pauseWarning(HOUR, NOW.plus(HOUR).plusMillis(1))).isPresent();
    assertThat(inForce.pauseWarning(HOUR, NOW.plus(HOUR).plusMillis(2))).isEmpty();
    inForce.update(change(2, PAUSED));
    assertThat(inForce.pauseWarning(HOUR, NOW.plus(HOUR).plusMillis(3))).isPresent();
  }
}
