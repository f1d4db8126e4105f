package io.millrace.runners.container;

import io.millrace.engine.task.Outcome;

/** There is no container, and this outcome says why. */
final class NotCreatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  NotCreatedException(Outcome outcome) {
    super(outcome.message());
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
