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

  Source<ServerSentEvent, NotUsed> open() {
    return Source.tick(Duration.ZERO, EVERY, NotUsed.getInstance())
        .mapMaterializedValue(cancel -> NotUsed.getInstance())
        .mapAsync(1, tick -> next())
        .via(stop.flow());
  }

  /** While the database does not answer, the page is told so. */
  private CompletionStage<ServerSentEvent> next() {
    return watch
        .overview()
        .thenApply(now -> ServerSentEvent.create(Json.text(WatchJson.now(now)), "now"))
        .exceptionally(
            fault ->
                ServerSentEvent.create("{\"detail\":\"The database does not answer\"}", "trouble"));
  }
}
