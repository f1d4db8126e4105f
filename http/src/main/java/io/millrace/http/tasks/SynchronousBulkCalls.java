package io.millrace.http.tasks;

import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.node.Engine;
import io.millrace.engine.node.TaskReruns;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.ExternalOwner;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStatus;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.QueryParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cancels or re-runs up to 1,000 tasks in one request. A dry run only counts them. */
public final class SynchronousBulkCalls {
  /** The most tasks of one request. */
  static final int MOST = 1_000;

  private static final Duration LAST = Duration.ofDays(1);

  /**
   * The filter of a request.
   *
   * @param dryRun whether it is only counted
   */
  record BulkCall(
      @Nullable String source,
      @Nullable String collection,
      @Nullable TaskStatus status,
      Instant start,
      Instant end,
      boolean dryRun) {
    TaskQuery query(Set<TaskStatus> of) {
      return new TaskQuery(source, start, end, of, collection, MOST, null);
    }
  }

  /** Cancels or re-runs. */
  @FunctionalInterface
  interface BulkHandler {
    CompletionStage<Map<String, Object>> apply(BulkCall wanted);
  }

  private final TaskReruns reruns;
  private final TaskService tasks;

  public SynchronousBulkCalls(Engine engine) {
    this.tasks = engine.tasks();
    this.reruns = new TaskReruns(tasks, engine.jobs(), engine.refreshes());
  }

  static BulkCall read(String text, Instant now) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(text.isBlank() ? "{}" : text), errors);
    node.isMappingOf("source", "collection", "status", "start", "end", "dry_run");
    TimeRange period =
        TimeRange.of(
            node.optional("start")
                .flatMap(given -> given.text(QueryParameters::timeOf))
                .orElse(null),
            node.optional("end").flatMap(given -> given.text(QueryParameters::timeOf)).orElse(null),
            now,
            LAST);
    if (period.start().isAfter(period.end())) {
      node.refuseAll(QueryParameters.reversed("start", period.start(), "end", period.end()));
    }
    BulkCall wanted =
        new BulkCall(
            node.optional("source").flatMap(given -> given.text(name -> name)).orElse(null),
            node.optional("collection").flatMap(given -> given.text(name -> name)).orElse(null),
            node.optional("status").flatMap(given -> given.text(TaskStatus::of)).orElse(null),
            period.start(),
            period.end(),
            node.optional("dry_run").flatMap(InputNode::flag).orElse(true));
    errors.throwIfAny();
    return wanted;
  }

  /** The tasks that wait or run. */
  CompletionStage<Map<String, Object>> cancel(BulkCall wanted) {
    TaskStatus status = wanted.status();
    if (status != null && status.isFinal()) {
      throw new InvalidInputException(
          "status", status.name(), "has ended, so it cannot be canceled");
    }
    Set<TaskStatus> open = status == null ? TaskQuery.OPEN : Set.of(status);
    return tasks
        .list(wanted.query(open))
        .thenCompose(
            all ->
                applyToAll(
                    wanted,
                    all,
                    task ->
                        tasks
                            .end(task, Outcome.canceled("Canceled by hand, with others"))
                            .thenApply(applied -> applied ? "" : "already-final")));
  }

  /** What the tasks of a final status belong to is asked for once, however many there are. */
  CompletionStage<Map<String, Object>> rerun(BulkCall wanted) {
    TaskStatus status = wanted.status() == null ? TaskStatus.FAILED : wanted.status();
    if (!status.isFinal()) {
      throw new InvalidInputException(
          "status", status.name(), "has not ended, so it cannot run again");
    }
    return tasks
        .list(wanted.query(Set.of(status)))
        .thenCompose(
            found -> {
              Set<String> owners = new LinkedHashSet<>();
              for (Task task : found) {
                if (!(Owner.parse(task.owner()) instanceof ExternalOwner)) {
                  owners.add(task.owner());
                }
              }
              return applyToAll(wanted, List.copyOf(owners), reruns::run);
            });
  }

  /**
   * @param work answers why it was not done; empty if it was
   */
  private static <T> CompletionStage<Map<String, Object>> applyToAll(
      BulkCall wanted, List<T> all, Function<T, CompletionStage<String>> work) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("dry_run", wanted.dryRun());
    json.put("matched", all.size());
    json.put("more", all.size() >= MOST);
    if (wanted.dryRun()) {
      json.put("done", 0);
      json.put("refused", Map.of());
      return CompletableFuture.completedFuture(json);
    }
    List<CompletableFuture<String>> answers =
        all.stream()
            .map(one -> work.apply(one).exceptionally(fault -> "no-answer").toCompletableFuture())
            .toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            done -> {
              Map<String, Integer> refused = new TreeMap<>();
              answers.forEach(answer -> refused.merge(answer.join(), 1, Integer::sum));
              Integer made = refused.remove("");
              json.put("done", made == null ? 0 : made);
              json.put("refused", refused);
              return json;
            });
  }
}
