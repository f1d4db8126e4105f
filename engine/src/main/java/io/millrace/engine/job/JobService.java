package io.millrace.engine.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.job.JobOverview.NextFire;
import io.millrace.engine.sql.AsyncSql;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What can be asked of jobs. A change is in force on this node, and for all triggers, once it is
 * answered.
 */
public final class JobService {
  /**
   * A job in a list.
   *
   * @param next null if nothing comes, or it is not in force here yet
   */
  public record ListedJob(JobOverview standing, NextFire next) {}

  /**
   * What to save a job would come to.
   *
   * @param triggers none if it would be refused
   * @param graph null if it would be refused
   */
  public record JobCheck(JobPreview preview, List<TriggerPreview> triggers, JobGraph graph) {}

  /**
   * What a trigger of it would do.
   *
   * @param next the logical times that come next
   * @param due how many of its fires are due already; 0 if the job has it, and knows of them
   */
  public record TriggerPreview(Trigger trigger, List<Instant> next, int due) {}

  /** More that are due are not counted. */
  private static final int MOST_DUE = 1_000;

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
   * @param tellTriggers completes when no trigger fires by an older definition any more
   * @param removeTokens ends the tokens of a job, but for those of these steps
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

  /** Makes the job or replaces it, or fails with every error in the document. */
  public CompletionStage<JobSaveResult> put(JobDocument document, String by) {
    return inForce(sql.run(() -> store.save(reader.read(document), by)))
        .thenCompose(this::withoutOldTokens);
  }

  /**
   * What {@link #put} would do; fails as it would.
   *
   * @param fires how many of the next of each trigger
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
              known ? 0 : trigger.countDue(now, MOST_DUE)));
    }
    return new JobCheck(preview, triggers, JobGraph.of(job, registry));
  }

  public CompletionStage<JobSaveResult> delete(UUID id) {
    return inForce(sql.run(() -> store.delete(id))).thenCompose(this::withoutOldTokens);
  }

  /** What runs of a step that is gone is canceled before the change is answered. */
  private CompletionStage<JobSaveResult> withoutOldTokens(JobSaveResult saved) {
    Set<String> left =
        switch (saved.result()) {
          case DELETED -> Set.of();
          case REPLACED ->
              registry.find(saved.job().number()).stream()
                  .flatMap(job -> job.steps().stream())
                  .map(Step::name)
                  .collect(Collectors.toSet());
          default -> null;
        };
    return left == null
        ? CompletableFuture.completedFuture(saved)
        : removeTokens.apply(saved.job().number(), left).thenApply(done -> saved);
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

  /** The job in force; one that is not known here may just have been saved through another node. */
  public CompletionStage<Optional<Job>> inForce(UUID id) {
    Optional<Job> known = registry.find(id);
    return known.isPresent()
        ? CompletableFuture.completedFuture(known)
        : refreshJobs.get().thenApply(done -> registry.find(id));
  }

  public CompletionStage<Optional<SavedJob>> find(UUID id) {
    return sql.run(() -> store.find(id));
  }

  /** As it was given. */
  public CompletionStage<Optional<JobDocument>> document(UUID id) {
    return sql.run(() -> store.document(id));
  }

  /** In the order of their projects and names. */
  public CompletionStage<List<ListedJob>> list(JobQuery query) {
    Instant now = clock.instant();
    return sql.run(
        () ->
            store.list(query).stream()
                .map(
                    standing ->
                        new ListedJob(
                            standing,
                            registry
                                .find(standing.job().number())
                                .flatMap(job -> standing.next(job, now))
                                .orElse(null)))
                .toList());
  }

  /**
   * In the order of their names.
   *
   * @param after the last one of the page before; empty for the first page
   */
  public CompletionStage<List<JobStore.Project>> projects(String after, int limit) {
    return sql.run(() -> store.projects(after, limit));
  }

  /** As of now: another node may just have changed something. */
  public CompletionStage<Optional<JobGraph>> graph(UUID id) {
    return refreshJobs
        .get()
        .thenApply(done -> registry.find(id).map(job -> JobGraph.of(job, registry)));
  }

  /**
   * @param trigger the fields that say when a trigger fires
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong with them
   */
  public SchedulePreview preview(JsonNode trigger, int fires) {
    return SchedulePreview.of(trigger, fires, clock.instant());
  }
}
