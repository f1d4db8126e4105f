package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  private static final UUID ATTEMPT = UUID.fromString("0190b6f0-0000-7000-8000-000000000001");
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max realtime priority     0                    0
      Max realtime timeout      %s %s us
      """;

  private final ProcessMark mark = ProcessMark.of(ATTEMPT);

  @Test
  void eachAttemptHasItsOwnNumberWhichLimitsNothing() {
    assertThat(mark.number()).isEqualTo((1L << 62) + 1);
    for (int i = 0; i < 100; i++) {
      ProcessMark other = ProcessMark.of(UUID.randomUUID());
      assertThat(other).isNotEqualTo(mark);
      assertThat(other.number()).isGreaterThanOrEqualTo(1L << 62);
    }
  }

  @Test
  void aProcessIsKnownByItsHardLimitWhateverItMakesOfTheSoftOne() {
    assertThat(mark.isIn(LIMITS.formatted(mark.number(), mark.number()))).isTrue();
    assertThat(mark.isIn(LIMITS.formatted("5", mark.number()))).isTrue();
    assertThat(mark.isIn(LIMITS.formatted("unlimited", "unlimited"))).isFalse();
    assertThat(mark.isIn(LIMITS.formatted(mark.number(), mark.number() + 1))).isFalse();
    assertThat(mark.isIn("")).isFalse();
  }

  @Test
  void aNodeThatIsLimitedItselfGivesNoMarks() {
    assertThat(ProcessMark.isPossible(LIMITS.formatted("unlimited", "unlimited"))).isTrue();
    assertThat(ProcessMark.isPossible(LIMITS.formatted("200000", "200000"))).isFalse();
    assertThat(ProcessMark.isPossible("")).isFalse();
  }
}
