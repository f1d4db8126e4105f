package io.millrace.http.page;

import akka.Done;
import akka.NotUsed;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import akka.stream.javadsl.Source;
import io.millrace.engine.watch.OverviewService;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * How all of it is, once a second, as server-sent events. However many pages are open, it is looked
 * up once; a page that does not keep up misses some.
 */
public final class EventStreams {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final OverviewService watch;
  private final SharedKillSwitch stop = KillSwitches.shared("event-streams");

  public EventStreams(ActorSystem<?> system, OverviewService watch) {
    this.watch = watch;
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceUnbind(),
            "end-event-streams",
            () -> {
              stop.shutdown();
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  /**
   * @param changes whether only the fields that have changed are sent after the first event
   */
  Source<ServerSentEvent, NotUsed> open(boolean changes) {
    return Source.tick(Duration.ZERO, EVERY, NotUsed.getInstance())
        .mapMaterializedValue(cancel -> NotUsed.getInstance())
        .mapAsync(1, tick -> next())
        .statefulMapConcat(
            () -> {
              StateChanges last = new StateChanges();
              return state -> List.of(event(state, changes, last));
            })
        .via(stop.flow());
  }

  /** Empty while the database does not answer. */
  private CompletionStage<Optional<Map<String, Object>>> next() {
    return watch
        .overview()
        .thenApply(now -> Optional.of(WatchJson.now(now)))
        .exceptionally(fault -> Optional.empty());
  }

  private static ServerSentEvent event(
      Optional<Map<String, Object>> state, boolean changes, StateChanges last) {
    if (state.isEmpty()) {
      last.forget();
      return ServerSentEvent.create("{\"detail\":\"The database does not answer\"}", "trouble");
    }
    boolean whole = !changes || last.isFirst();
    Map<String, Object> fields = changes ? last.of(state.get()) : state.get();
    return ServerSentEvent.create(Json.text(fields), whole ? "now" : "change");
  }
}
