package io.millrace.http.tasks;

import akka.Done;
import akka.NotUsed;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.japi.Pair;
import akka.pattern.Patterns;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import akka.stream.javadsl.Source;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.task.LogPage;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStatus;
import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Logs as they are written, as server-sent events. A stream reads the next page when its reader has
 * taken the one before, so a slow reader holds up nothing but itself; while there is nothing new it
 * looks once a second, on any node.
 */
public final class LogStreams {
  private static final int PAGE = 500;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /**
   * Where a stream is.
   *
   * @param after the number of the last line that was sent
   * @param quiet whether there was nothing more to send
   * @param ended the status to close with, once it is final
   */
  private record StreamPosition(
      long after,
      @Nullable Instant start,
      @Nullable Instant end,
      boolean quiet,
      @Nullable TaskStatus ended) {}

  private final ActorSystem<?> system;
  private final TaskService tasks;
  private final SharedKillSwitch stop = KillSwitches.shared("log-streams");

  public LogStreams(ActorSystem<?> system, TaskService tasks) {
    this.system = system;
    this.tasks = tasks;
    // Readers continue on another node; the server need not wait for them.
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseServiceUnbind(),
            "end-log-streams",
            () -> {
              stop.shutdown();
              return CompletableFuture.completedFuture(Done.getInstance());
            });
  }

  /**
   * The lines of a task, until it has ended and all were sent.
   *
   * @param after the last line that the reader has; 0 for none
   */
  Source<ServerSentEvent, NotUsed> open(
      Task task, @Nullable Instant start, @Nullable Instant end, long after) {
    return Source.unfoldAsync(
            new StreamPosition(after, start, end, false, null), place -> next(task, place))
        .mapConcat(events -> events)
        .keepAlive(HEARTBEAT, ServerSentEvent::heartbeat)
        .via(stop.flow());
  }

  /** The next events, perhaps none, and the place behind them; empty at the end. */
  private CompletionStage<Optional<Pair<StreamPosition, List<ServerSentEvent>>>> next(
      Task task, StreamPosition place) {
    if (place.ended() != null) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    if (place.quiet()) {
      StreamPosition again =
          new StreamPosition(place.after(), place.start(), place.end(), false, null);
      return Patterns.after(
          LOOK_AGAIN,
          system.classicSystem(),
          () -> CompletableFuture.completedFuture(Optional.of(Pair.create(again, List.of()))));
    }
    // The status first: what is written before a task ends is read after it was seen to have ended.
    return tasks
        .find(task.id().toString())
        .thenCompose(
            found ->
                tasks
                    .logs(task, place.start(), place.end(), place.after(), PAGE)
                    .thenApply(
                        page ->
                            Optional.of(
                                step(place, page, found.map(Task::status).orElse(task.status())))));
  }

  private static Pair<StreamPosition, List<ServerSentEvent>> step(
      StreamPosition place, LogPage page, TaskStatus status) {
    List<LogStore.LogEntry> lines = page.lines();
    long after = lines.isEmpty() ? place.after() : lines.get(lines.size() - 1).seq();
    if (lines.isEmpty() && status.isFinal()) {
      ServerSentEvent end =
          ServerSentEvent.create(
              Json.text(Map.of("status", status.name(), "dropped", page.dropped())), "end");
      return Pair.create(new StreamPosition(after, null, null, false, status), List.of(end));
    }
    boolean quiet = lines.size() < PAGE && !status.isFinal();
    return Pair.create(
        new StreamPosition(after, place.start(), place.end(), quiet, null),
        lines.stream().map(LogStreams::event).toList());
  }

  private static ServerSentEvent event(LogStore.LogEntry entry) {
    return ServerSentEvent.create(
        Json.text(TaskJson.line(entry.line())),
        Optional.of("line"),
        Optional.of(Long.toString(entry.seq())),
        OptionalInt.empty());
  }
}
