package io.millrace.engine.message;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Asks many recipients, one batch at a time, so that at most one batch waits for answers. */
public final class BatchedAsk {
  public static final int BATCH_SIZE = 256;

  private BatchedAsk() {}

  /** Blocks until all have answered. If one fails, it throws that fault after the batch. */
  public static <T> void askAll(List<T> all, Function<T, CompletionStage<?>> ask) {
    for (int from = 0; from < all.size(); from += BATCH_SIZE) {
      CompletableFuture.allOf(
              all.subList(from, Math.min(from + BATCH_SIZE, all.size())).stream()
                  .map(item -> ask.apply(item).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /** Returns all answers in the order of the items. If one fails, it fails after the batch. */
  public static <T, R> CompletionStage<List<R>> askAndCollect(
      List<T> all, Function<T, CompletionStage<R>> ask) {
    return askAndCollect(all, ask, batch -> {});
  }

  /**
   * @param onBatch receives the answers of each batch before the next one is asked, even if some
   *     answers are missing
   */
  public static <T, R> CompletionStage<List<R>> askAndCollect(
      List<T> all, Function<T, CompletionStage<R>> ask, Consumer<List<R>> onBatch) {
    CompletionStage<List<R>> answers = CompletableFuture.completedFuture(new ArrayList<>());
    for (int from = 0; from < all.size(); from += BATCH_SIZE) {
      List<T> batch = all.subList(from, Math.min(from + BATCH_SIZE, all.size()));
      answers = answers.thenCompose(collected -> batch(collected, batch, ask, onBatch));
    }
    return answers;
  }

  private static <T, R> CompletionStage<List<R>> batch(
      List<R> collected,
      List<T> batch,
      Function<T, CompletionStage<R>> ask,
      Consumer<List<R>> onBatch) {
    List<CompletableFuture<R>> asked =
        batch.stream().map(item -> ask.apply(item).toCompletableFuture()).toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .whenComplete(
            (done, fault) ->
                onBatch.accept(
                    asked.stream()
                        .filter(answer -> !answer.isCompletedExceptionally())
                        .map(CompletableFuture::join)
                        .toList()))
        .thenApply(
            done -> {
              asked.forEach(answer -> collected.add(answer.join()));
              return collected;
            });
  }
}
