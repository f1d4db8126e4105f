package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrongAccessTokensTest {
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
