package io.millrace.engine.node;

import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.TokenOwner;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.token.TokenCommand.RunReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs once more what a task belongs to. */
public record TaskReruns(TaskService tasks, JobEngine jobs, RefreshEngine refreshes) {

  /** Answers why it does not run; empty if it does. */
  public CompletionStage<String> run(String owner) {
    return Owner.parse(owner)
        .match(
            userSite -> run(CollectionId.of(userSite)),
            this::run,
            external -> CompletableFuture.completedFuture("unknown"));
  }

  /** The step of a job, at its logical time. */
  private CompletionStage<String> run(TokenOwner token) {
    return jobs.jobs()
        .find(token.job())
        .map(job -> jobs.tokenService().run(job, token.step(), token.logicalTime()))
        .orElseGet(() -> CompletableFuture.completedFuture(new RunReply(false, null, false, null)))
        .thenApply(
            ran -> !ran.known() ? "unknown" : ran.created() ? "" : "already-queued-or-running");
  }

  private CompletionStage<String> run(CollectionId id) {
    boolean collection = refreshes.sources().current().find(id).isPresent();
    return tasks
        .refresh(id, collection ? TaskReason.MANUAL : TaskReason.FORCE)
        .thenApply(
            answer ->
                !answer.known()
                    ? "unknown"
                    : answer.created()
                        ? ""
                        : answer.skipped() == null
                            ? "already-queued-or-running"
                            : answer.skipped().text());
  }
}
