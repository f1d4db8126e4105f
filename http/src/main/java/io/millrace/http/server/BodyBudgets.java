package io.millrace.http.server;

import io.millrace.http.endpoint.Budget;

/**
 * The heap for bodies and what is made of them. One document may take all of it; so small bodies,
 * as most heartbeats and reports are, have a part beside it for themselves.
 */
final class BodyBudgets {
  /** Bytes of a small body, at most. */
  static final long SMALL = 16 * 1024;

  private static final int SMALL_PART = 8;

  private final Budget any;
  private final Budget small;

  /**
   * @param bytes of heap
   * @param share the part of it that one token may have
   */
  BodyBudgets(long bytes, double share) {
    this.any = budget(bytes, share);
    this.small = budget(bytes / SMALL_PART, share);
  }

  private static Budget budget(long bytes, double share) {
    return new Budget(bytes, (long) (bytes * share));
  }

  /** What the largest body may cost. */
  long most() {
    return any.most();
  }

  /** Where a body of that length takes its cost from. */
  Budget budgetFor(long length, long cost) {
    return length <= SMALL && cost <= small.most() ? small : any;
  }
}
