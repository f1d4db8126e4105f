package io.millrace.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.guard.LifeSigns.LifeLock;
import io.millrace.engine.guard.LifeSigns.LifeVerdict;
import io.millrace.engine.guard.LifeSigns.PeerAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifeSignsTest {

  /** Every row of the table. A star stands for any value. */
  @ParameterizedTest(name = "database {0}, lock {1}, connected {2}, answer {3}: {4}")
  @CsvSource({
    // the database does not answer: nothing that was seen counts
    "false, *,         *,     *,         NOTHING",
    // the lock is held, or nobody knows whether it ever was
    "true,  NOT_FREED, *,     *,         NOTHING",
    // the lock is free, but the node answers
    "true,  FREED,     *,     GIVEN,     NOTHING",
    // the lock is free, and the node has not said anything yet
    "true,  FREED,     *,     NOT_ASKED, CHECK_AGAIN",
    "true,  FREED,     *,     AWAITED,   CHECK_AGAIN",
    // it is silent, but its process lives: it is paused, and its session was ended
    "true,  FREED,     true,  LATE,      CHECK_AGAIN",
    // its process has died
    "true,  FREED,     false, LATE,      FENCE",
  })
  void everyCombinationHasItsVerdict(
      String database, String lock, String connected, String answer, LifeVerdict verdict) {
    for (LifeSigns signs : matching(database, lock, connected, answer)) {
      assertThat(signs.verdict()).as(signs.toString()).isEqualTo(verdict);
    }
  }

  @Test
  void ofAllCombinationsOneFences() {
    assertThat(matching("*", "*", "*", "*"))
        .hasSize(32)
        .filteredOn(signs -> signs.verdict() == LifeVerdict.FENCE)
        .containsExactly(new LifeSigns(true, LifeLock.FREED, false, PeerAnswer.LATE));
  }

  private static List<LifeSigns> matching(
      String database, String lock, String connected, String answer) {
    List<LifeSigns> all = new ArrayList<>();
    for (boolean answers : new boolean[] {true, false}) {
      for (LifeLock state : LifeLock.values()) {
        for (boolean open : new boolean[] {true, false}) {
          for (PeerAnswer given : PeerAnswer.values()) {
            if (fits(database, answers)
                && fits(lock, state)
                && fits(connected, open)
                && fits(answer, given)) {
              all.add(new LifeSigns(answers, state, open, given));
            }
          }
        }
      }
    }
    return all;
  }

  private static boolean fits(String cell, Object value) {
    return cell.equals("*") || cell.equals(value.toString());
  }

  @ParameterizedTest(name = "{0} ms after the question, answered {1}: {2}")
  @CsvSource({
    "0,    false, AWAITED",
    "279,  false, AWAITED",
    "280,  false, LATE",
    "5000, false, LATE",
    "0,    true,  GIVEN",
    "999,  true,  GIVEN",
    "1000, true,  NOT_ASKED",
  })
  void anAnswerIsLateAfterAWhileAndIsNotGoodForever(
      long millis, boolean answered, PeerAnswer answer) {
    PeerQuestion question = new PeerQuestion(Duration.ofSeconds(7), answered);
    assertThat(question.answer(Duration.ofSeconds(7).plusMillis(millis))).isEqualTo(answer);
  }
}
