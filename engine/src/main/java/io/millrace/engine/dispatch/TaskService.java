package io.millrace.engine.dispatch;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.external.ExternalRequestService;
import io.millrace.engine.flow.OwnerGateway.AttemptEnded;
import io.millrace.engine.flywheel.RefreshGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.RetryingAsk;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.refresh.UserSiteCommand;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.LogPage;
import io.millrace.engine.task.LogStore;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.task.TaskSearch.TaskSearchPage;
import io.millrace.engine.task.TaskSearchStore;
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.token.TokenGateway;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on tasks: commands go to their owner, queries read the history. */
public final class TaskService {
  private final ActorSystem<?> system;
  private final ShardedUserSites userSites;
  private final TokenGateway tokens;
  private final ExternalRequestService external;
  private final SiteRegistry sites;
  private final CollectionDefinitions definitions;
  private final UserSiteFactsStore facts;
  private final MissingNameCheck names;
  private final AsyncSql sql;
  private final TaskStore store;
  private final TaskSearchStore searches;
  private final LogStore logs;
  private final Duration askTimeout;
  private final RetryingAsk retrying;
  private final RetryingAsk once;

  public TaskService(
      ActorSystem<?> system,
      ShardedUserSites userSites,
      TokenGateway tokens,
      ExternalRequestService external,
      SiteRegistry sites,
      CollectionDefinitions definitions,
      UserSiteFactsStore facts,
      MissingNameCheck known,
      AsyncSql sql,
      TaskStore store,
      LogStore logs,
      Duration askTimeout) {
    this.system = system;
    this.userSites = userSites;
    this.tokens = tokens;
    this.external = external;
    this.sites = sites;
    this.definitions = definitions;
    this.facts = facts;
    this.names = known;
    this.sql = sql;
    this.store = store;
    this.searches = store.searches();
    this.logs = logs;
    this.askTimeout = askTimeout;
    this.retrying = new RetryingAsk(system, askTimeout);
    this.once = RetryingAsk.once(system, askTimeout);
  }

  /** Requests a refresh. The reply says if there is no such collection or user-site. */
  public CompletionStage<RefreshReply> refresh(CollectionId id, TaskReason reason) {
    return facts(id).thenCompose(facts -> refresh(retrying, id, reason, null, facts));
  }

  /** Asks again if the node of the owner may not have read the newest definitions yet. */
  private CompletionStage<RefreshReply> refresh(
      RetryingAsk asker,
      CollectionId id,
      TaskReason reason,
      @Nullable Instant plannedAt,
      @Nullable UserSiteFacts facts) {
    return asker.<UserSiteCommand, RefreshReply>ask(
        userSites.ref(id.owner()),
        replyTo -> new UserSiteCommand.Refresh(reason, plannedAt, facts, replyTo),
        answer -> answer.known() || !exists(id, facts));
  }

  private boolean exists(CollectionId id, @Nullable UserSiteFacts facts) {
    return definitions.find(id).isPresent() && (facts != null || sites.find(id.source()).isEmpty());
  }

  /**
   * Requests a refresh by the plan, with the facts of the directory. The flywheel asks again by
   * itself if there is no reply.
   */
  public CompletionStage<RefreshGateway.PlannedRefreshReply> refreshByPlan(
      String owner, TaskReason reason, Instant plannedAt, @Nullable UserSiteFacts known) {
    return refresh(once, CollectionId.parse(owner), reason, plannedAt, known)
        .thenApply(
            answer -> {
              RefreshRule rule = answer.skipped();
              return new RefreshGateway.PlannedRefreshReply(
                  !answer.known()
                      ? RefreshGateway.PlannedRefreshReply.SITE_NOT_KNOWN
                      : rule == null ? null : rule.text());
            });
  }

  /** Returns the facts of the directory about a user-site; absent for a collection of a source. */
  private CompletionStage<UserSiteFacts> facts(CollectionId id) {
    return sites.find(id.source()).isEmpty()
        ? CompletableFuture.completedFuture(null)
        : sql.run(() -> facts.find(id.owner()).orElse(null));
  }

  /** Ends an attempt. Returns false if it is not the current one, and nothing was changed. */
  public CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return Owner.parse(task.owner())
        .match(
            userSite -> endOfUserSite(task, outcome).thenApply(AttemptEnded::applied),
            token -> endOfToken(task, outcome).thenApply(AttemptEnded::applied),
            request -> external.end(task, outcome));
  }

  private CompletionStage<AttemptEnded> endOfUserSite(Task task, Outcome outcome) {
    UUID uid = task.id().attemptUid();
    return retrying.askForFirstReply(
        userSites.ref(task.owner()),
        replyTo -> new UserSiteCommand.EndAttempt(uid, outcome, replyTo, false));
  }

  private CompletionStage<AttemptEnded> endOfToken(Task task, Outcome outcome) {
    UUID uid = task.id().attemptUid();
    return tokens.ask(
        task.owner(), replyTo -> new TokenCommand.EndAttempt(uid, outcome, replyTo, false));
  }

  public CompletionStage<UserSiteStateReply> userSite(CollectionId id) {
    return this.<UserSiteStateReply>ask(id, UserSiteCommand.GetState::new)
        .thenCompose(state -> addStart(id, state));
  }

  /** The history knows the start of an open attempt: its grant was stored there. */
  private CompletionStage<UserSiteStateReply> addStart(CollectionId id, UserSiteStateReply state) {
    Attempt attempt = state.userSite().attempt();
    if (attempt == null || state.started() != null) {
      return CompletableFuture.completedFuture(state);
    }
    return sql.run(() -> store.find(attempt.uid()))
        .thenApply(
            found ->
                found
                    .flatMap(task -> started(attempt, task))
                    .map(started -> state.running(attempt, started, definitions.find(id)))
                    .orElse(state));
  }

  private static Optional<UserSiteCommand.AttemptStarted> started(Attempt attempt, Task task) {
    Instant at = task.times().startedAt();
    Instant deadline = task.times().deadline();
    return at == null || deadline == null
        ? Optional.empty()
        : Optional.of(new UserSiteCommand.AttemptStarted(attempt.uid(), at, deadline));
  }

  /** Disables it until it is saved, and returns its new state. A running attempt continues. */
  public CompletionStage<UserSiteStateReply> disable(CollectionId id, String reason) {
    return this.<UserSiteStateReply>ask(id, replyTo -> new UserSiteCommand.Disable(reason, replyTo))
        .thenCompose(state -> addStart(id, state));
  }

  /** Enables it, as saving does, and returns its new state. */
  public CompletionStage<UserSiteStateReply> enable(CollectionId id) {
    return this.<Ack>ask(id, UserSiteCommand.Save::new).thenCompose(saved -> userSite(id));
  }

  /** What each rule says now to a refresh by the plan. */
  public CompletionStage<ExplainReply> explain(CollectionId id) {
    return facts(id)
        .thenCompose(
            facts ->
                this.<ExplainReply>ask(
                    id, replyTo -> new UserSiteCommand.Explain(TaskReason.PLAN, facts, replyTo)))
        .thenCompose(
            reply ->
                addStart(id, reply.view())
                    .thenApply(view -> new ExplainReply(view, reply.verdicts())));
  }

  private <T> CompletionStage<T> ask(
      CollectionId id, Function<ActorRef<T>, UserSiteCommand> message) {
    return retrying.ask(userSites.ref(id.owner()), message);
  }

  /** Finds a task by its id, in the form of the API or in its older form. */
  public CompletionStage<Optional<Task>> find(String id) {
    return TaskId.attemptUid(id)
        .map(uid -> sql.run(() -> store.find(uid).filter(task -> task.id().matches(id))))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  public CompletionStage<List<Task>> list(TaskQuery query) {
    String collection = query.collection();
    return query.source() == null && collection != null && !query.isOpenOnly()
        ? sql.run(() -> store.list(query, names.names().sources(collection)))
        : sql.run(() -> store.list(query));
  }

  /** Searches also by what no index has: a page looks at a bounded number of tasks. */
  public CompletionStage<TaskSearchPage> search(TaskSearch search) {
    return sql.run(() -> searches.find(search, sources(search.query())));
  }

  /** Counts what {@link #search} finds. */
  public CompletionStage<TaskCount> count(TaskSearch search) {
    return sql.run(() -> searches.count(search, sources(search.query())));
  }

  /** The sources to look at for a collection; absent if the query itself says which. */
  private @Nullable List<String> sources(TaskQuery query) throws SQLException {
    String collection = query.collection();
    return query.source() == null && collection != null && !query.isOpenOnly()
        ? names.names().sources(collection)
        : null;
  }

  /** The part of a task query that is unknown, both now and in the history. */
  public enum MissingName {
    SOURCE,
    COLLECTION
  }

  /**
   * Returns empty if there is such a source, with such a collection.
   *
   * @param source absent for any
   * @param collection absent for any
   */
  public CompletionStage<Optional<MissingName>> findMissing(
      @Nullable String source, @Nullable String collection) {
    return names.find(source, collection);
  }

  /**
   * Returns the first lines of a task's log.
   *
   * @param start the earliest time; absent for any
   * @param end the latest time; absent for any
   * @param after the number of the line before the first; 0 for the beginning
   */
  public CompletionStage<LogPage> logs(
      Task task, @Nullable Instant start, @Nullable Instant end, long after, int limit) {
    UUID uid = task.id().attemptUid();
    return sql.run(() -> new LogPage(logs.read(uid, start, end, after, limit), logs.dropped(uid)));
  }
}
