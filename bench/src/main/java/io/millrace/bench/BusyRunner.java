package io.millrace.bench;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.Execution;
import io.millrace.engine.worker.Runner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Work as it is on a busy day: most of it succeeds, some fails, some never answers. */
public final class BusyRunner implements Runner {
  static volatile long seed;

  private static final int FAIL = 40; // of 1,000
  private static final int HANG = 4;
  private static final int REFUSED = 1;

  @Override
  public String kind() {
    return "busy";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return List.of();
  }

  /** The same seed, work and time have the same end. */
  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    String work = execution.assignment().source() + '/' + execution.assignment().collection();
    long minute = execution.now().getEpochSecond() / 60;
    int drawn =
        new SplittableRandom(seed * 31 + work.hashCode() * 1_000_003L + minute).nextInt(1_000);
    execution.log(Level.INFO, "looking for what is new");
    if (drawn < FAIL) {
      execution.log(Level.ERROR, "there was no answer");
      return done(Outcome.failure("no answer"));
    }
    if (drawn < FAIL + HANG) {
      CompletableFuture<Optional<Outcome>> never = new CompletableFuture<>();
      execution.onCancel(() -> never.complete(Optional.of(Outcome.canceled("stopped"))));
      return never;
    }
    if (drawn < FAIL + HANG + REFUSED) {
      return done(Outcome.rejected("the password was changed"));
    }
    execution.log(Level.INFO, "3 accounts");
    return done(Outcome.success());
  }

  private static CompletionStage<Optional<Outcome>> done(Outcome outcome) {
    return CompletableFuture.completedFuture(Optional.of(outcome));
  }
}
