package io.millrace.engine.guard;

/**
 * What is known of another node at one moment, and what follows from it. A free lock is a hint, not
 * a proof: the database may have restarted, or somebody may have ended the session.
 *
 * @param databaseAnswers whether the database answers this node
 * @param connected whether the other node has any session that waits for its client: a process that
 *     has died has none
 */
record LifeSigns(boolean databaseAnswers, LifeLock lock, boolean connected, PeerAnswer answer) {

  /** The lock that a node holds for as long as its process runs. */
  enum LifeLock {
    /** It is held, or was never seen held by the session that looks. */
    NOT_FREED,
    /** It was held, and now it is free. */
    FREED
  }

  /** The answer of the node to the question whether it is there. */
  enum PeerAnswer {
    NOT_ASKED,
    AWAITED,
    GIVEN,
    LATE
  }

  /** What to do about the node. */
  enum LifeVerdict {
    NOTHING,
    CHECK_AGAIN,
    FENCE
  }

  LifeVerdict verdict() {
    if (!databaseAnswers || lock == LifeLock.NOT_FREED || answer == PeerAnswer.GIVEN) {
      return LifeVerdict.NOTHING;
    }
    return answer == PeerAnswer.LATE && !connected ? LifeVerdict.FENCE : LifeVerdict.CHECK_AGAIN;
  }
}
