package io.millrace.engine.bundle;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Puts what was saved in force on this node; the other nodes notice by themselves.
 *
 * @param pools of these names
 * @param sources with the owners of the collections that were saved
 * @param sites all of them
 * @param jobs with the steps that remain, for each job that lost some
 */
public record DefinitionReloads(
    Function<List<String>, CompletionStage<Void>> pools,
    Function<Set<String>, CompletionStage<Void>> sources,
    Supplier<CompletionStage<Void>> sites,
    Function<Map<Long, Set<String>>, CompletionStage<Void>> jobs) {

  /**
   * What was saved of each kind.
   *
   * @param hasSources whether the sources document was saved
   * @param hasJobs whether any job was saved or deleted
   */
  record SavedDefinitions(
      List<String> pools,
      boolean hasSources,
      Set<String> collections,
      boolean hasSites,
      boolean hasJobs,
      Map<Long, Set<String>> remainingSteps) {}

  /** Completes when all of it is in force. */
  CompletionStage<Void> reload(SavedDefinitions saved) {
    return when(!saved.pools().isEmpty(), () -> pools.apply(saved.pools()))
        .thenCompose(done -> when(saved.hasSources(), () -> sources.apply(saved.collections())))
        .thenCompose(done -> when(saved.hasSites(), sites))
        .thenCompose(done -> when(saved.hasJobs(), () -> jobs.apply(saved.remainingSteps())));
  }

  private static CompletionStage<Void> when(boolean needed, Supplier<CompletionStage<Void>> work) {
    return needed ? work.get() : CompletableFuture.completedFuture(null);
  }
}
