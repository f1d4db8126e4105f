package io.millrace.bench;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.Runner;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Work that takes some minutes of the clock of its node, whoever moves that clock. */
public final class TimedRunner implements Runner {
  private static final Duration SHORTEST = Duration.ofMinutes(3);
  private static final Duration LONGEST = Duration.ofMinutes(8);
  private static final double FAILING = 0.04;

  /** A run that is not over. */
  private record OpenRun(
      Instant end, Outcome outcome, CompletableFuture<Optional<Outcome>> ended) {}

  private static final PriorityQueue<OpenRun> OPEN =
      new PriorityQueue<>(Comparator.comparing(OpenRun::end));

  static volatile long seed;

  /** The work of this source takes twice as long; empty for none. */
  static volatile String slowSource = "";

  @Override
  public String kind() {
    return "timed";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return List.of();
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    String source = execution.assignment().source();
    String work = source + '/' + execution.assignment().collection();
    Instant now = execution.now();
    SplittableRandom random =
        new SplittableRandom(seed * 31 + work.hashCode() * 1_000_003L + now.getEpochSecond());
    long millis = random.nextLong(SHORTEST.toMillis(), LONGEST.toMillis());
    Outcome outcome =
        random.nextDouble() < FAILING ? Outcome.failure("no answer") : Outcome.success();
    CompletableFuture<Optional<Outcome>> ended = new CompletableFuture<>();
    execution.onCancel(() -> ended.complete(Optional.of(Outcome.canceled("stopped"))));
    synchronized (OPEN) {
      Instant end = now.plusMillis(source.equals(slowSource) ? 2 * millis : millis);
      OPEN.add(new OpenRun(end, outcome, ended));
    }
    return ended;
  }

  /** The clock has come to that time. */
  static void endUntil(Instant now) {
    while (true) {
      OpenRun first;
      synchronized (OPEN) {
        first = OPEN.peek();
        if (first == null || first.end().isAfter(now)) {
          return;
        }
        OPEN.remove();
      }
      first.ended().complete(Optional.of(first.outcome()));
    }
  }

  /** Nothing of an earlier day is left. */
  static void reset(long newSeed) {
    synchronized (OPEN) {
      OPEN.clear();
    }
    seed = newSeed;
    slowSource = "";
  }
}
