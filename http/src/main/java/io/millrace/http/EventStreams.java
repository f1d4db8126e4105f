package io.millrace.http;

import akka.Done;
import akka.NotUsed;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import akka.stream.javadsl.Source;
import io.millrace.engine.node.Watch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How all of it is, once a second, as server-sent events. However many pages are open, it is looked
 * up once; a page that does not keep up misses some.
 */
final class EventStreams {
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration BEGIN_WITHIN = Duration.ofSeconds(30);

  private final ActorSystem<?> system;
  private final Watch watch;
  private final Semaphore free;
  private final SharedKillSwitch stop = KillSwitches.shared("event-streams");

  EventStreams(ActorSystem<?> system, Watch watch, int most) {
    this.system = system;
    this.watch = watch;
    this.free = new Semaphore(most);
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceUnbind(),
            "end-event-streams",
            () -> {
              stop.shutdown();
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  /** Empty if there are too many already. */
  Optional<Source<ServerSentEvent, NotUsed>> open() {
    if (!free.tryAcquire()) {
      return Optional.empty();
    }
    AtomicBoolean begun = new AtomicBoolean();
    // Should the reader be gone before its stream begins, nobody would end it.
    system.scheduler().scheduleOnce(BEGIN_WITHIN, () -> release(begun), system.executionContext());
    return Optional.of(
        Source.tick(Duration.ZERO, EVERY, NotUsed.getInstance())
            .mapAsync(1, tick -> next())
            .via(stop.flow())
            .watchTermination(
                (cancel, done) -> {
                  if (begun.compareAndSet(false, true)) {
                    done.whenComplete((finished, fault) -> free.release());
                  }
                  return NotUsed.getInstance();
                }));
  }

  private void release(AtomicBoolean begun) {
    if (begun.compareAndSet(false, true)) {
      free.release();
    }
  }

  /** While the database does not answer, the page is told so. */
  private CompletionStage<ServerSentEvent> next() {
    return watch
        .now()
        .thenApply(now -> ServerSentEvent.create(Json.text(WatchJson.now(now)), "now"))
        .exceptionally(
            fault ->
                ServerSentEvent.create("{\"detail\":\"The database does not answer\"}", "trouble"));
  }
}
