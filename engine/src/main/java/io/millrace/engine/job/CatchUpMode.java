package io.millrace.engine.job;

import io.millrace.engine.input.WordList;

/** What happens to fires that could not fire in time. */
public enum CatchUpMode {
  /** They are missed. */
  NONE,
  /** They fire, the earliest first. */
  EARLIEST,
  /** They fire, the latest first. */
  LATEST,
  /** They fire in any order. */
  RANDOM;

  /** The word in documents, such as {@code earliest}. */
  public String text() {
    return WordList.of(this);
  }

  static CatchUpMode parse(String text) {
    return WordList.read(CatchUpMode.class, "catchup", text);
  }
}
