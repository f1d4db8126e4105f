package io.millrace.engine.simulate;

import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * How long the runs of a site, collection or step take, and how they end.
 *
 * @param successMillis quantiles of the run times of successes, evenly spaced, the shortest first
 * @param failureMillis the same of failures
 * @param failing the part of the runs that fails, from 0 to 1
 * @param rejected the part of the failures that no retry can help, from 0 to 1
 */
public record RunProfile(
    List<Long> successMillis, List<Long> failureMillis, double failing, double rejected) {
  /** For work that was never run. */
  public static final RunProfile UNKNOWN = ofMillis(1_000);

  private static final int ENDS_HOW = 1;
  private static final int TAKES = 2;
  private static final int IS_REJECTED = 3;

  public RunProfile {
    successMillis = List.copyOf(successMillis);
    failureMillis = List.copyOf(failureMillis);
    if (failing < 0 || failing > 1 || rejected < 0 || rejected > 1) {
      throw new IllegalArgumentException("A part is from 0 to 1: " + failing + ", " + rejected);
    }
  }

  /** Runs that all take the same time and succeed. */
  public static RunProfile ofMillis(long millis) {
    return new RunProfile(List.of(millis), List.of(), 0, 0);
  }

  /** The same work, so many times as slow. */
  public RunProfile slower(double factor) {
    return new RunProfile(
        scaled(successMillis, factor), scaled(failureMillis, factor), failing, rejected);
  }

  private static List<Long> scaled(List<Long> quantiles, double factor) {
    return quantiles.stream().map(millis -> Math.round(millis * factor)).toList();
  }

  /** A run: how long it takes, and how it ends unless its deadline comes first. */
  public record Run(Duration takes, Outcome outcome) {}

  /** The run of an attempt, always the same for the same uid. */
  public Run run(UUID attemptUid) {
    if (VirtualUids.fraction(attemptUid, ENDS_HOW) >= failing) {
      return new Run(sample(successMillis, attemptUid), Outcome.success());
    }
    return failed(attemptUid, VirtualUids.fraction(attemptUid, IS_REJECTED) < rejected);
  }

  /** A run that fails, such as while its site is down. */
  public Run failed(UUID attemptUid) {
    return failed(attemptUid, false);
  }

  private Run failed(UUID attemptUid, boolean isRejected) {
    List<Long> quantiles = failureMillis.isEmpty() ? successMillis : failureMillis;
    return new Run(
        sample(quantiles, attemptUid),
        isRejected ? Outcome.rejected("simulated") : Outcome.failure("simulated"));
  }

  /** A time between two neighbouring quantiles. A run takes at least a millisecond. */
  private static Duration sample(List<Long> quantiles, UUID attemptUid) {
    if (quantiles.isEmpty()) {
      return Duration.ofMillis(UNKNOWN.successMillis().get(0));
    }
    double place = VirtualUids.fraction(attemptUid, TAKES) * (quantiles.size() - 1);
    int below = (int) place;
    int above = Math.min(below + 1, quantiles.size() - 1);
    double millis =
        quantiles.get(below) + (place - below) * (quantiles.get(above) - quantiles.get(below));
    return Duration.ofMillis(Math.max(1, Math.round(millis)));
  }
}
