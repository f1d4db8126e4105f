package io.millrace.http.server;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.ServerBinding;
import io.millrace.engine.guard.FencedNodeExit;
import java.time.Duration;

/** Closes the API when its node ends: no new connection first, then no request. */
public final class ListenerExit {
  /** Requests to a fenced node have no good answer. */
  private static final Duration FENCED = Duration.ofMillis(100);

  private ListenerExit() {}

  /**
   * @param drain how long a request that is being answered may take
   */
  public static void register(ActorSystem<?> system, ServerBinding binding, Duration drain) {
    CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
    shutdown.addTask(
        CoordinatedShutdown.PhaseServiceUnbind(), "close-api-to-new-requests", binding::unbind);
    shutdown.addTask(
        CoordinatedShutdown.PhaseServiceRequestsDone(),
        "answer-open-requests",
        () ->
            binding
                .terminate(FencedNodeExit.hasBegun(system) ? FENCED : drain)
                .thenApply(ended -> Done.getInstance()));
  }
}
