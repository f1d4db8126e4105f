package io.millrace.engine.flywheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassTest {

  @Test
  void twoPassesHave690MinutesEach() {
    assertThat(Pass.remaining(2, 60)).containsExactly(new Pass(1, 60, 750), new Pass(2, 750, 1440));
  }

  @Test
  void passesOfAnyNumberCoverTheDayWithoutAGapAndDifferByAMinute() {
    for (int n = 1; n <= 1380; n++) {
      List<Pass> passes = Pass.remaining(n, 60);
      assertThat(passes).hasSize(n);
      int at = 60;
      for (Pass pass : passes) {
        assertThat(pass.from()).isEqualTo(at);
        assertThat(pass.length()).isBetween(1380 / n, (1380 + n - 1) / n);
        at = pass.until();
      }
      assertThat(at).isEqualTo(1440);
    }
  }

  @Test
  void zeroIsOff() {
    assertThat(Pass.remaining(0, 60)).isEmpty();
  }

  @Test
  void ofAPassThatIsUnderWayTheRestIsLeft() {
    assertThat(Pass.remaining(4, 760))
        .containsExactly(new Pass(3, 760, 1095), new Pass(4, 1095, 1440));
    assertThat(Pass.remaining(4, 1095)).containsExactly(new Pass(4, 1095, 1440));
    assertThat(Pass.remaining(4, 1440)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02-28T23:59:59Z, 60",
    "2026-03-01T00:00:00Z, 60",
    "2026-03-01T00:58:59Z, 60",
    "2026-03-01T00:59:59Z, 60",
    "2026-03-01T01:00:00Z, 61",
    "2026-03-01T12:00:59Z, 721",
    "2026-03-01T23:59:00Z, 1440",
    "2026-03-02T00:00:00Z, 1440"
  })
  void theCurrentMinuteIsNotLeft(Instant now, int first) {
    assertThat(Pass.firstPlannableMinute(LocalDate.parse("2026-03-01"), now)).isEqualTo(first);
  }
}
