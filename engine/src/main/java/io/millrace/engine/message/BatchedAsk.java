package io.millrace.engine.message;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Asks many, a group at a time, so that no more than that many wait for an answer at once. */
public final class BatchedAsk {
  public static final int BATCH_SIZE = 256;

  private BatchedAsk() {}

  /** Blocks until all have answered; fails with the first that did not, after its group. */
  public static <T> void askAll(List<T> all, Function<T, CompletionStage<?>> ask) {
    for (int from = 0; from < all.size(); from += BATCH_SIZE) {
      CompletableFuture.allOf(
              all.subList(from, Math.min(from + BATCH_SIZE, all.size())).stream()
                  .map(one -> ask.apply(one).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /** All answers, in the order of the questions; fails with the first, after its group. */
  public static <T, R> CompletionStage<List<R>> askAndCollect(
      List<T> all, Function<T, CompletionStage<R>> ask) {
    return askAndCollect(all, ask, group -> {});
  }

  /**
   * @param then is given the answers of each group before the next is asked, also if some are
   *     missing
   */
  public static <T, R> CompletionStage<List<R>> askAndCollect(
      List<T> all, Function<T, CompletionStage<R>> ask, Consumer<List<R>> then) {
    CompletionStage<List<R>> answers = CompletableFuture.completedFuture(new ArrayList<>());
    for (int from = 0; from < all.size(); from += BATCH_SIZE) {
      List<T> group = all.subList(from, Math.min(from + BATCH_SIZE, all.size()));
      answers = answers.thenCompose(before -> group(before, group, ask, then));
    }
    return answers;
  }

  private static <T, R> CompletionStage<List<R>> group(
      List<R> before, List<T> group, Function<T, CompletionStage<R>> ask, Consumer<List<R>> then) {
    List<CompletableFuture<R>> asked =
        group.stream().map(one -> ask.apply(one).toCompletableFuture()).toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .whenComplete(
            (done, fault) ->
                then.accept(
                    asked.stream()
                        .filter(answer -> !answer.isCompletedExceptionally())
                        .map(CompletableFuture::join)
                        .toList()))
        .thenApply(
            done -> {
              asked.forEach(answer -> before.add(answer.join()));
              return before;
            });
  }
}
