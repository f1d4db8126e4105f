package io.millrace.engine.node;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.refresh.UserSiteEntity;
import io.millrace.engine.refresh.UserSites;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.store.AsyncSql;
import io.millrace.engine.task.LogLine;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Priority;
import io.millrace.engine.task.Reason;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What can be asked of tasks: commands go to their owner, questions to the history. */
public final class Tasks {

  /**
   * The answer to a request for a refresh.
   *
   * @param created false if one was queued or running already
   */
  public record Queued(TaskId id, boolean created) {}

  private final ActorSystem<?> system;
  private final UserSites userSites;
  private final AsyncSql sql;
  private final TaskStore store;
  private final LogStore logs;
  private final Duration askTimeout;

  Tasks(
      ActorSystem<?> system,
      UserSites userSites,
      AsyncSql sql,
      TaskStore store,
      LogStore logs,
      Duration askTimeout) {
    this.system = system;
    this.userSites = userSites;
    this.sql = sql;
    this.store = store;
    this.logs = logs;
    this.askTimeout = askTimeout;
  }

  /** A person asks for a refresh; empty if there is no such collection. */
  public CompletionStage<Optional<Queued>> queue(CollectionId id) {
    return AskPattern.<UserSiteEntity.Command, UserSiteEntity.QueueReply>ask(
            userSites.ref(id.owner()),
            replyTo -> new UserSiteEntity.Queue(Reason.MANUAL, Priority.NOW, replyTo),
            askTimeout,
            system.scheduler())
        .thenApply(
            reply ->
                Optional.ofNullable(reply.uid())
                    .map(uid -> new TaskId(id.source(), id.collection(), uid))
                    .map(task -> new Queued(task, reply.created())));
  }

  /** Ends an attempt; false if it is not the current one, and nothing was changed. */
  public CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return AskPattern.<UserSiteEntity.Command, Owners.Ended>ask(
            userSites.ref(task.owner()),
            replyTo -> new UserSiteEntity.Finish(task.id().attemptUid(), outcome, replyTo),
            askTimeout,
            system.scheduler())
        .thenApply(Owners.Ended::applied);
  }

  public CompletionStage<UserSiteEntity.View> userSite(CollectionId id) {
    return AskPattern.ask(
        userSites.ref(id.owner()), UserSiteEntity.Get::new, askTimeout, system.scheduler());
  }

  /** The task of an id as the API writes it. */
  public CompletionStage<Optional<Task>> find(String id) {
    return TaskId.attemptUid(id)
        .map(uid -> sql.run(() -> store.find(uid).filter(task -> task.id().toString().equals(id))))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  public CompletionStage<List<Task>> list(TaskQuery query) {
    return sql.run(() -> store.list(query));
  }

  public CompletionStage<List<LogLine>> logs(Task task, Instant start, Instant end, int limit) {
    return sql.run(
        () ->
            logs.read(task.id().attemptUid(), start, end, limit).stream()
                .map(LogStore.Entry::line)
                .toList());
  }
}
