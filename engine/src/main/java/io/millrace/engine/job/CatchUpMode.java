package io.millrace.engine.job;

import io.millrace.engine.input.WordList;

/** What becomes of fires whose time passed while nobody could fire them. */
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
