package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.RepeatedFaults.Unsaid;
import org.junit.jupiter.api.Test;

class RepeatedFaultsTest {
  private final RepeatedFaults<String> faults = new RepeatedFaults<>();

  @Test
  void theSameIsSaidOnceAMinuteAndThenHowOftenItWasMeant() {
    assertThat(faults.isNew("full", 0)).isTrue();
    for (int i = 0; i < 231_315; i++) {
      assertThat(faults.isNew("full", i / 10)).isFalse();
    }
    assertThat(faults.isNew("other", 5)).isTrue();
    assertThat(faults.over(59_999)).isEmpty();
    assertThat(faults.over(60_005)).containsExactly(new Unsaid<>("full", 231_315));
    assertThat(faults.isNew("full", 60_006)).isTrue();
    assertThat(faults.over(120_006)).as("nothing was left out").isEmpty();
  }

  @Test
  void whatIsBeyondTheBoundIsSaid() {
    for (int i = 0; i < RepeatedFaults.MOST; i++) {
      faults.isNew("fault " + i, 0);
    }
    assertThat(faults.isNew("more", 0)).isTrue();
    assertThat(faults.isNew("more", 0)).isTrue();
  }
}
