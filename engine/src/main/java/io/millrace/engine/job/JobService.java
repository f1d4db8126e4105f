package io.millrace.engine.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.job.JobOverview.NextFire;
import io.millrace.engine.sql.AsyncSql;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The operations on jobs. A change is in force on this node and for all triggers before it is
 * answered.
 */
public final class JobService {
  /**
   * A job in a list.
   *
   * @param next absent if there is no next fire, or the job is not in force on this node yet
   */
  public record ListedJob(JobOverview standing, @Nullable NextFire next) {}

  /**
   * The result of a dry run of saving a job.
   *
   * @param triggers none if it would be refused
   * @param graph absent if it would be refused
   */
  public record JobCheck(
      JobPreview preview, List<TriggerPreview> triggers, @Nullable JobGraph graph) {}

  /**
   * The preview of a trigger.
   *
   * @param next its next logical times
   * @param due how many of its fires are already due; 0 if the stored job has this trigger already
   */
  public record TriggerPreview(Trigger trigger, List<Instant> next, int due) {}

  /** Due fires above this number are not counted. */
  private static final int MAX_DUE_COUNTED = 1_000;

  private static final int RELOADED_AT_ONCE = 4;

  private final AsyncSql sql;
  private final JobReader reader;
  private final JobStore store;
  private final JobRegistry registry;
  private final Supplier<CompletionStage<Void>> refreshJobs;
  private final Supplier<CompletionStage<Void>> tellTriggers;
  private final BiFunction<Long, Set<String>, CompletionStage<Void>> removeTokens;
  private final Clock clock;

  /**
   * @param refreshJobs completes when this node knows every job that was saved before
   * @param tellTriggers completes when no trigger fires by an older definition
   * @param removeTokens ends the tokens of a job, except those of these steps
   */
  public JobService(
      AsyncSql sql,
      JobReader reader,
      JobStore store,
      JobRegistry registry,
      Supplier<CompletionStage<Void>> refreshJobs,
      Supplier<CompletionStage<Void>> tellTriggers,
      BiFunction<Long, Set<String>, CompletionStage<Void>> removeTokens,
      Clock clock) {
    this.sql = sql;
    this.reader = reader;
    this.store = store;
    this.registry = registry;
    this.refreshJobs = refreshJobs;
    this.tellTriggers = tellTriggers;
    this.removeTokens = removeTokens;
    this.clock = clock;
  }

  /** Creates or replaces the job, or fails with every error in the document. */
  public CompletionStage<JobSaveResult> put(JobDocument document, String by) {
    return put(document, by, ExpectedVersion.ANY);
  }

  /**
   * The same, if the job has the expected version.
   *
   * @throws io.millrace.engine.input.VersionConflictException if it has another one
   */
  public CompletionStage<JobSaveResult> put(
      JobDocument document, String by, ExpectedVersion expected) {
    return inForce(sql.run(() -> store.save(reader.read(document), by, expected)))
        .thenCompose(this::withoutOldTokens);
  }

  /**
   * Puts jobs in force that were saved in a transaction of another part.
   *
   * @param remaining the steps that each of these jobs still has
   */
  public CompletionStage<Void> reload(Map<Long, Set<String>> remaining) {
    return inForce(CompletableFuture.completedFuture(List.copyOf(remaining.entrySet())))
        .thenCompose(jobs -> inTurn(jobs, job -> removeTokens.apply(job.getKey(), job.getValue())));
  }

  /** A few at once, so that other work finds a connection. */
  private static <T> CompletionStage<Void> inTurn(
      List<T> items, Function<T, CompletionStage<Void>> work) {
    CompletionStage<Void> done = CompletableFuture.completedFuture(null);
    for (int from = 0; from < items.size(); from += RELOADED_AT_ONCE) {
      List<T> some = items.subList(from, Math.min(from + RELOADED_AT_ONCE, items.size()));
      done =
          done.thenCompose(
              before ->
                  CompletableFuture.allOf(
                      some.stream()
                          .map(item -> work.apply(item).toCompletableFuture())
                          .toArray(CompletableFuture[]::new)));
    }
    return done;
  }

  /**
   * Does a dry run of {@link #put}, and fails in the same cases.
   *
   * @param fires how many next fires of each trigger to return
   */
  public CompletionStage<JobCheck> check(JobDocument document, String by, int fires) {
    return sql.run(() -> checked(store.preview(reader.read(document), by), fires));
  }

  private JobCheck checked(JobPreview preview, int fires) {
    Job job = preview.job();
    if (job == null) {
      return new JobCheck(preview, List.of(), null);
    }
    Instant now = clock.instant();
    Optional<Job> before = registry.find(job.number());
    List<TriggerPreview> triggers = new ArrayList<>();
    for (Trigger trigger : job.triggers()) {
      boolean known = before.flatMap(old -> old.trigger(trigger.name())).isPresent();
      triggers.add(
          new TriggerPreview(
              trigger,
              trigger.next(null, fires, now),
              known ? 0 : trigger.countDue(now, MAX_DUE_COUNTED)));
    }
    return new JobCheck(preview, triggers, JobGraph.of(job, registry));
  }

  /** Deletes a job, if it has the expected version. */
  public CompletionStage<JobSaveResult> delete(UUID id, ExpectedVersion expected) {
    return inForce(sql.run(() -> store.delete(id, expected))).thenCompose(this::withoutOldTokens);
  }

  /** Cancels the runs of removed steps before the change is answered. */
  private CompletionStage<JobSaveResult> withoutOldTokens(JobSaveResult saved) {
    SavedJob job = saved.job();
    boolean deleted = saved.result() == JobSaveResult.Result.DELETED;
    if (job == null || !deleted && saved.result() != JobSaveResult.Result.REPLACED) {
      return CompletableFuture.completedFuture(saved);
    }
    Set<String> remainingSteps =
        deleted
            ? Set.of()
            : registry.find(job.number()).stream()
                .flatMap(inForce -> inForce.steps().stream())
                .map(Step::name)
                .collect(Collectors.toSet());
    return removeTokens.apply(job.number(), remainingSteps).thenApply(done -> saved);
  }

  /** Empty if there is no such job. */
  public CompletionStage<Optional<SavedJob>> pause(UUID id, String reason, String by) {
    return inForce(sql.run(() -> store.pause(id, true, reason, by)));
  }

  /** Empty if there is no such job. */
  public CompletionStage<Optional<SavedJob>> unpause(UUID id, String by) {
    return inForce(sql.run(() -> store.pause(id, false, "", by)));
  }

  private <T> CompletionStage<T> inForce(CompletionStage<T> change) {
    return change.thenCompose(
        result ->
            refreshJobs.get().thenCompose(done -> tellTriggers.get()).thenApply(done -> result));
  }

  /**
   * Finds a job in force. A job that this node does not know may be newly saved on another node.
   */
  public CompletionStage<Optional<Job>> inForce(UUID id) {
    Optional<Job> known = registry.find(id);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : refreshJobs.get().thenApply(done -> registry.find(id));
  }

  public CompletionStage<Optional<SavedJob>> find(UUID id) {
    return sql.run(() -> store.find(id));
  }

  /** Returns the document as its author wrote it. */
  public CompletionStage<Optional<JobDocument>> document(UUID id) {
    return sql.run(() -> store.document(id));
  }

  /** Returns the jobs ordered by project and name. */
  public CompletionStage<List<ListedJob>> list(JobQuery query) {
    Instant now = clock.instant();
    return sql.run(
        () ->
            store.list(query).stream()
                .map(
                    overview ->
                        new ListedJob(
                            overview,
                            registry
                                .find(overview.job().number())
                                .flatMap(job -> overview.next(job, now))
                                .orElse(null)))
                .toList());
  }

  /**
   * Returns the projects ordered by name.
   *
   * @param after the last project of the previous page; empty for the first page
   */
  public CompletionStage<List<JobStore.Project>> projects(String after, int limit) {
    return sql.run(() -> store.projects(after, limit));
  }

  /** Reads changes first, because another node may just have made one. */
  public CompletionStage<Optional<JobGraph>> graph(UUID id) {
    return refreshJobs
        .get()
        .thenApply(done -> registry.find(id).map(job -> JobGraph.of(job, registry)));
  }

  /**
   * @param trigger the fields that decide when a trigger fires
   * @throws io.millrace.engine.input.InvalidInputException with every error in them
   */
  public SchedulePreview preview(JsonNode trigger, int fires) {
    return SchedulePreview.of(trigger, fires, clock.instant());
  }
}
