package io.millrace.engine.job;

import io.millrace.engine.input.Words;

/** What becomes of fires whose time passed while nobody could fire them. */
public enum CatchUp {
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
    return Words.of(this);
  }

  static CatchUp parse(String text) {
    return Words.read(CatchUp.class, "catchup", text);
  }
}
