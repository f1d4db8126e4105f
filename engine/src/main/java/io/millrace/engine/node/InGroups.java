package io.millrace.engine.node;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
}
