package io.millrace.http;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import io.millrace.engine.guard.FencedNodeExit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Ends the process of a fenced node in time. Its shutdown may wait for others, who no longer answer
 * it. It stores nothing, so nothing is lost.
 */
final class FencedProcessExit {
  private static final String WORDS = "The other nodes continue without this one: start it again";
  private static final Duration WITHIN = Duration.ofMillis(1_300);

  private FencedProcessExit() {}

  static void register(ActorSystem<?> system, int code) {
    FencedNodeExit.onBegin(system, () -> haltLater(code));
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "exit-soon-if-fenced",
            () -> {
              if (FencedNodeExit.hasBegun(system)) {
                haltLater(code);
              }
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  private static void haltLater(int code) {
    Thread thread =
        new Thread(
            () -> {
              try {
                Thread.sleep(WITHIN.toMillis());
              } catch (InterruptedException sooner) {
                Thread.currentThread().interrupt();
              }
              halt(code);
            },
            "fenced-exit");
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the process with this code, even if a signal ends it already with another one. */
  static void halt(int code) {
    System.err.println(WORDS);
    Runtime.getRuntime().halt(code);
  }
}
