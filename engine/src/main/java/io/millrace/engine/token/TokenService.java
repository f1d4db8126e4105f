package io.millrace.engine.token;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.job.Step;
import io.millrace.engine.message.BatchedAsk;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.TokenCommand.ChangeReply;
import io.millrace.engine.token.TokenCommand.RunReply;
import io.millrace.engine.token.TokenCommand.TokenStateReply;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The operators' requests about tokens. Queries go to the tables, commands to the tokens. */
public final class TokenService {
  /** The largest number of tokens that one call reruns. */
  public static final int MAX_RERUN = 10_000;

  private static final int RUNS_SHOWN = 20;

  /** How many tokens, and tasks of them, are read to measure steps. */
  private static final int MOST_TOKENS = 2_000;

  /**
   * The state of a step at one time.
   *
   * @param row absent if nothing ever arrived
   * @param runs its tasks, newest first
   */
  public record StepState(Step step, @Nullable TokenRow row, Token token, List<Task> runs) {}

  /**
   * The size of a rerun.
   *
   * @param tokens the number of tokens of each step
   * @param started the number of tokens that start at once; 0 for a dry run
   * @param waiting the number of tokens that wait for others of the range
   */
  public record RerunSummary(Map<String, Long> tokens, int started, int waiting) {
    public long total() {
      return tokens.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private final TokenGateway tokens;
  private final PoolGateway channels;
  private final Jobs jobs;
  private final TokenStore store;
  private final TaskStore tasks;
  private final AsyncSql sql;
  private final Clock clock;

  public TokenService(
      TokenGateway tokens,
      PoolGateway channels,
      Jobs jobs,
      TokenStore store,
      TaskStore tasks,
      AsyncSql sql,
      Clock clock) {
    this.tokens = tokens;
    this.channels = channels;
    this.jobs = jobs;
    this.store = store;
    this.tasks = tasks;
    this.sql = sql;
    this.clock = clock;
  }

  public CompletionStage<List<TokenRow>> list(TokenQuery query) {
    return sql.run(() -> store.list(query));
  }

  /** All tokens of a job at its latest times, the latest first, then by step. */
  public CompletionStage<List<TokenRow>> latest(Job job, @Nullable Instant before, int times) {
    return sql.run(() -> store.latest(job.number(), before, times));
  }

  /** Some steps of a job at one time, in the order of the job. */
  public CompletionStage<List<StepState>> show(Job job, Instant logicalTime, List<String> steps) {
    return rows(job, logicalTime, steps, row -> true)
        .thenCompose(
            rows ->
                BatchedAsk.askAndCollect(
                    job.steps().stream().filter(step -> steps.contains(step.name())).toList(),
                    step ->
                        rows.stream()
                            .filter(row -> row.step().equals(step.name()))
                            .findFirst()
                            .map(row -> show(step, row))
                            .orElseGet(
                                () ->
                                    CompletableFuture.completedFuture(
                                        new StepState(step, null, Token.NEW, List.of())))));
  }

  /** How long the steps of a job took at its latest times, the slowest first. */
  public CompletionStage<List<StepDurations>> durations(Job job, int times) {
    return sql.run(
        () ->
            StepDurations.of(
                tasks.endedOfTokens(
                    store.latest(job.number(), null, times).stream()
                        .limit(MOST_TOKENS)
                        .map(TokenRow::owner)
                        .toList(),
                    MOST_TOKENS)));
  }

  private CompletionStage<StepState> show(Step step, TokenRow row) {
    return tokens
        .<TokenStateReply>ask(row.owner(), TokenCommand.GetState::new)
        .thenCombine(
            sql.run(() -> tasks.listOfToken(row.owner(), RUNS_SHOWN)),
            (view, runs) -> new StepState(step, row, view.token(), runs));
  }

  /** Runs one step at one time now, regardless of its arrivals. */
  public CompletionStage<RunReply> run(Job job, String step, Instant logicalTime) {
    long version = jobs.version();
    return tokens.ask(
        new TokenId(job.number(), step, logicalTime).owner(),
        replyTo -> new TokenCommand.RunByHand(Urgency.BY_HAND, version, false, replyTo));
  }

  /** The number of tokens that a rerun of this range would run. */
  public CompletionStage<RerunSummary> count(TokenRange range) {
    return sql.run(() -> new RerunSummary(store.count(range), 0, 0));
  }

  /** Reruns a range. The waiting tokens forget their arrivals first; then the others start. */
  public CompletionStage<RerunSummary> rerun(Job job, TokenRange range) {
    return count(range)
        .thenCompose(
            summary -> {
              if (summary.total() > MAX_RERUN) {
                throw new InvalidInputException(
                    "last",
                    range.last().toString(),
                    "the range has %d tokens, and one call reruns at most %d"
                        .formatted(summary.total(), MAX_RERUN));
              }
              return sql.run(() -> RerunPlan.of(job, store.list(range)))
                  .thenCompose(rerun -> run(summary, rerun));
            });
  }

  private CompletionStage<RerunSummary> run(RerunSummary summary, RerunPlan rerun) {
    long version = jobs.version();
    return BatchedAsk.askAndCollect(
            List.copyOf(rerun.waiting().entrySet()),
            one ->
                tokens.<ChangeReply>ask(
                    one.getKey(),
                    replyTo -> new TokenCommand.ResetSources(one.getValue(), version, replyTo)))
        .thenCompose(
            reset ->
                BatchedAsk.askAndCollect(
                    rerun.started(), owner -> start(owner, version), this::request))
        .thenApply(
            ran ->
                new RerunSummary(summary.tokens(), rerun.started().size(), rerun.waiting().size()));
  }

  private CompletionStage<RunReply> start(String owner, long version) {
    Urgency urgency = Urgency.ofRange(TokenId.parse(owner));
    return tokens.ask(
        owner, replyTo -> new TokenCommand.RunByHand(urgency, version, true, replyTo));
  }

  /** Requests channels in the order of the group. The whole group is stored by now. */
  private void request(List<RunReply> group) {
    group.stream()
        .map(RunReply::held)
        .filter(Objects::nonNull)
        .forEach(held -> channels.request(held.pool(), held.waiting()));
  }

  /** Cancels the runs of some steps at one time; returns how many there were. */
  public CompletionStage<Long> cancel(Job job, Instant logicalTime, List<String> steps) {
    return rows(job, logicalTime, steps, row -> row.state() == TokenRow.TokenState.ACTIVE)
        .thenCompose(rows -> tellAll(rows, TokenCommand.Cancel::new));
  }

  /** Clears some steps at one time; returns how many had state. */
  public CompletionStage<Long> clear(Job job, Instant logicalTime, List<String> steps) {
    return rows(job, logicalTime, steps, row -> true)
        .thenCompose(rows -> tellAll(rows, TokenCommand.Clear::new));
  }

  private CompletionStage<List<TokenRow>> rows(
      Job job, Instant logicalTime, List<String> steps, Predicate<TokenRow> filter) {
    return sql.run(
        () ->
            store.listAt(job.number(), logicalTime).stream()
                .filter(row -> steps.contains(row.step()) && filter.test(row))
                .toList());
  }

  private CompletionStage<Long> tellAll(
      List<TokenRow> rows, Function<ActorRef<ChangeReply>, TokenCommand> message) {
    return BatchedAsk.askAndCollect(rows, row -> tokens.<ChangeReply>ask(row.owner(), message))
        .thenApply(replies -> replies.stream().filter(ChangeReply::changed).count());
  }

  /**
   * Removes the tokens of a job, except for those of the steps that it still has, and cancels their
   * runs. Call it again until no node can have created a token meanwhile.
   */
  public CompletionStage<Void> remove(long job, Set<String> exceptSteps) {
    return sql.run(
            () -> {
              store.remove(job, exceptSteps, clock.instant());
              return store.activeOwners(job, exceptSteps);
            })
        .thenCompose(
            active ->
                BatchedAsk.askAndCollect(
                    active, owner -> tokens.<ChangeReply>ask(owner, TokenCommand.Remove::new)))
        .thenApply(done -> null);
  }
}
