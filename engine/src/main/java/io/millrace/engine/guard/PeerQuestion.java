package io.millrace.engine.guard;

import io.millrace.engine.guard.LifeSigns.PeerAnswer;
import java.time.Duration;

/**
 * The question to another node whether it is there.
 *
 * @param askedAt by a clock that never steps
 */
record PeerQuestion(Duration askedAt, boolean answered) {
  /** A node that runs answers much sooner, even on a busy machine. */
  static final Duration PATIENCE = Duration.ofMillis(280);

  /** An answer says nothing about the time after it. */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  static PeerQuestion at(Duration now) {
    return new PeerQuestion(now, false);
  }

  PeerQuestion withAnswer() {
    return new PeerQuestion(askedAt, true);
  }

  boolean isOutdated(Duration now) {
    return now.minus(askedAt).compareTo(ASK_AGAIN) >= 0;
  }

  PeerAnswer answer(Duration now) {
    if (answered) {
      return isOutdated(now) ? PeerAnswer.NOT_ASKED : PeerAnswer.GIVEN;
    }
    return now.minus(askedAt).compareTo(PATIENCE) < 0 ? PeerAnswer.AWAITED : PeerAnswer.LATE;
  }
}
