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

/** What operators ask of tokens, and want of them: questions go to the tables, the rest to them. */
public final class TokenService {
  /** The most tokens that one call runs again. */
  public static final int MAX_RERUN = 10_000;

  private static final int RUNS_SHOWN = 20;

  /**
   * A step at one time.
   *
   * @param row null if nothing ever arrived
   * @param runs its tasks, newest first
   */
  public record StepState(Step step, TokenRow row, Token token, List<Task> runs) {}

  /**
   * What a range run again comes to.
   *
   * @param tokens how many there are of each step
   * @param started how many run at once; 0 if that was only asked for
   * @param waiting how many follow those
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
  public CompletionStage<List<TokenRow>> latest(Job job, Instant before, int times) {
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

  private CompletionStage<StepState> show(Step step, TokenRow row) {
    return tokens
        .<TokenStateReply>ask(row.owner(), TokenCommand.GetState::new)
        .thenCombine(
            sql.run(() -> tasks.listOfToken(row.owner(), RUNS_SHOWN)),
            (view, runs) -> new StepState(step, row, view.token(), runs));
  }

  /** One step at one time runs now, whatever has arrived. */
  public CompletionStage<RunReply> run(Job job, String step, Instant logicalTime) {
    long version = jobs.version();
    return tokens.ask(
        new TokenId(job.number(), step, logicalTime).owner(),
        replyTo -> new TokenCommand.RunByHand(Urgency.BY_HAND, version, false, replyTo));
  }

  /** How many would run again. */
  public CompletionStage<RerunSummary> count(TokenRange range) {
    return sql.run(() -> new RerunSummary(store.count(range), 0, 0));
  }

  /** A range runs again. First all that follows forgets what it follows, and then that is run. */
  public CompletionStage<RerunSummary> rerun(Job job, TokenRange range) {
    return count(range)
        .thenCompose(
            again -> {
              if (again.total() > MAX_RERUN) {
                throw new InvalidInputException(
                    "last",
                    range.last().toString(),
                    "there are %d tokens until then, and at most %d are run again at once"
                        .formatted(again.total(), MAX_RERUN));
              }
              return sql.run(() -> RerunPlan.of(job, store.list(range)))
                  .thenCompose(rerun -> run(again, rerun));
            });
  }

  private CompletionStage<RerunSummary> run(RerunSummary again, RerunPlan rerun) {
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
                new RerunSummary(again.tokens(), rerun.started().size(), rerun.waiting().size()));
  }

  private CompletionStage<RunReply> start(String owner, long version) {
    Urgency urgency = Urgency.ofRange(TokenId.parse(owner));
    return tokens.ask(
        owner, replyTo -> new TokenCommand.RunByHand(urgency, version, true, replyTo));
  }

  /** Asks for channels in the order of a group, all of which is stored: none starts too early. */
  private void request(List<RunReply> group) {
    group.stream()
        .map(RunReply::held)
        .filter(Objects::nonNull)
        .forEach(held -> channels.request(held.pool(), held.waiting()));
  }

  /** Ends what runs of some steps at one time; how many there were. */
  public CompletionStage<Long> cancel(Job job, Instant logicalTime, List<String> steps) {
    return rows(job, logicalTime, steps, row -> row.state() == TokenRow.TokenState.ACTIVE)
        .thenCompose(rows -> tellAll(rows, TokenCommand.Cancel::new));
  }

  /** Has some steps forget all of one time; how many had something to forget. */
  public CompletionStage<Long> clear(Job job, Instant logicalTime, List<String> steps) {
    return rows(job, logicalTime, steps, row -> true)
        .thenCompose(rows -> tellAll(rows, TokenCommand.Clear::new));
  }

  private CompletionStage<List<TokenRow>> rows(
      Job job, Instant logicalTime, List<String> steps, Predicate<TokenRow> wanted) {
    return sql.run(
        () ->
            store.listAt(job.number(), logicalTime).stream()
                .filter(row -> steps.contains(row.step()) && wanted.test(row))
                .toList());
  }

  private CompletionStage<Long> tellAll(
      List<TokenRow> rows, Function<ActorRef<ChangeReply>, TokenCommand> message) {
    return BatchedAsk.askAndCollect(rows, row -> tokens.<ChangeReply>ask(row.owner(), message))
        .thenApply(answers -> answers.stream().filter(ChangeReply::changed).count());
  }

  /**
   * Nothing is left of the tokens of a job, but for those of the steps that it still has: what runs
   * is canceled. To be called again until no node can have made one meanwhile.
   */
  public CompletionStage<Void> remove(long job, Set<String> butOf) {
    return sql.run(
            () -> {
              store.remove(job, butOf, clock.instant());
              return store.activeOwners(job, butOf);
            })
        .thenCompose(
            active ->
                BatchedAsk.askAndCollect(
                    active, owner -> tokens.<ChangeReply>ask(owner, TokenCommand.Remove::new)))
        .thenApply(done -> null);
  }
}
