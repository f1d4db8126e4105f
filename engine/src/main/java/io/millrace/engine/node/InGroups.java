package io.millrace.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Asks many, a group at a time, so that no more than that many wait for an answer at once. */
final class InGroups {
  static final int AT_ONCE = 256;

  private InGroups() {}

  /** Blocks until all have answered; fails with the first that did not, after its group. */
  static <T> void ask(List<T> all, Function<T, CompletionStage<?>> ask) {
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      CompletableFuture.allOf(
              all.subList(from, Math.min(from + AT_ONCE, all.size())).stream()
                  .map(one -> ask.apply(one).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /** All answers, in the order of the questions; fails with the first, after its group. */
  static <T, R> CompletionStage<List<R>> collect(List<T> all, Function<T, CompletionStage<R>> ask) {
    return collect(all, ask, group -> {});
  }

  /**
   * @param then is given the answers of each group before the next is asked, also if some are
   *     missing
   */
  static <T, R> CompletionStage<List<R>> collect(
      List<T> all, Function<T, CompletionStage<R>> ask, Consumer<List<R>> then) {
    CompletionStage<List<R>> answers = CompletableFuture.completedFuture(new ArrayList<>());
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<T> group = all.subList(from, Math.min(from + AT_ONCE, all.size()));
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
