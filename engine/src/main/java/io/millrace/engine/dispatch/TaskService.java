package io.millrace.engine.dispatch;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.pattern.Patterns;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.external.ExternalRequestService;
import io.millrace.engine.flow.OwnerGateway.AttemptEnded;
import io.millrace.engine.flywheel.RefreshGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.RetryingAsk;
import io.millrace.engine.refresh.RefreshRule;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.refresh.UserSiteCommand;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
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
import io.millrace.engine.task.TaskStore;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.token.TokenGateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What can be asked of tasks: commands go to their owner, questions to the history. */
public final class TaskService {
  private static final int MOST_ASKED = 8;
  private static final Duration ASK_AGAIN = Duration.ofMillis(300);

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
  private final LogStore logs;
  private final Duration askTimeout;
  private final RetryingAsk retrying;

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
    this.logs = logs;
    this.askTimeout = askTimeout;
    this.retrying = new RetryingAsk(system, askTimeout);
  }

  /** A refresh is asked for; unknown if there is no such collection or user-site. */
  public CompletionStage<RefreshReply> refresh(CollectionId id, TaskReason reason) {
    return facts(id).thenCompose(facts -> refresh(id, reason, null, facts, MOST_ASKED));
  }

  /** The node where it lives may not have read the newest definitions yet: it is asked again. */
  private CompletionStage<RefreshReply> refresh(
      CollectionId id, TaskReason reason, Instant plannedAt, UserSiteFacts facts, int tries) {
    return this.<RefreshReply>ask(
            id, replyTo -> new UserSiteCommand.Refresh(reason, plannedAt, facts, replyTo))
        .thenCompose(
            answer ->
                answer.known() || tries == 1 || definitions.find(id).isEmpty()
                    ? CompletableFuture.completedFuture(answer)
                    : Patterns.after(
                        ASK_AGAIN,
                        system.classicSystem(),
                        () -> refresh(id, reason, plannedAt, facts, tries - 1)));
  }

  /** The plan asks a user-site, with what the directory says of it. */
  public CompletionStage<RefreshGateway.PlannedRefreshReply> refreshByPlan(
      String owner, TaskReason reason, Instant plannedAt, UserSiteFacts known) {
    return refresh(CollectionId.parse(owner), reason, plannedAt, known, MOST_ASKED)
        .thenApply(
            answer -> {
              RefreshRule rule = answer.skipped();
              return new RefreshGateway.PlannedRefreshReply(
                  !answer.known()
                      ? RefreshGateway.PlannedRefreshReply.SITE_NOT_KNOWN
                      : rule == null ? null : rule.text());
            });
  }

  /** What the directory says of a user-site; null for a collection of a source. */
  private CompletionStage<UserSiteFacts> facts(CollectionId id) {
    return sites.find(id.source()).isEmpty()
        ? CompletableFuture.completedFuture(null)
        : sql.run(() -> facts.find(id.owner()).orElse(null));
  }

  /** Ends an attempt; false if it is not the current one, and nothing was changed. */
  public CompletionStage<Boolean> end(Task task, Outcome outcome) {
    return Owner.parse(task.owner())
        .match(
            userSite -> endOfUserSite(task, outcome).thenApply(AttemptEnded::applied),
            token -> endOfToken(task, outcome).thenApply(AttemptEnded::applied),
            request -> external.end(task, outcome));
  }

  private CompletionStage<AttemptEnded> endOfUserSite(Task task, Outcome outcome) {
    UUID uid = task.id().attemptUid();
    return AskPattern.ask(
        userSites.ref(task.owner()),
        replyTo -> new UserSiteCommand.EndAttempt(uid, outcome, replyTo),
        askTimeout,
        system.scheduler());
  }

  private CompletionStage<AttemptEnded> endOfToken(Task task, Outcome outcome) {
    UUID uid = task.id().attemptUid();
    return tokens.ask(task.owner(), replyTo -> new TokenCommand.EndAttempt(uid, outcome, replyTo));
  }

  public CompletionStage<UserSiteCommand.UserSiteStateReply> userSite(CollectionId id) {
    return ask(id, UserSiteCommand.GetState::new);
  }

  /** Disables it until it is saved again, and says how it is then. What runs may end. */
  public CompletionStage<UserSiteCommand.UserSiteStateReply> disable(
      CollectionId id, String reason) {
    return ask(id, replyTo -> new UserSiteCommand.Disable(reason, replyTo));
  }

  /** The same as if it was saved again: it is not disabled any more; says how it is then. */
  public CompletionStage<UserSiteCommand.UserSiteStateReply> enable(CollectionId id) {
    return this.<Ack>ask(id, UserSiteCommand.Save::new).thenCompose(saved -> userSite(id));
  }

  /** What each rule says now to a refresh by the plan. */
  public CompletionStage<UserSiteCommand.ExplainReply> explain(CollectionId id) {
    return facts(id)
        .thenCompose(
            facts ->
                ask(id, replyTo -> new UserSiteCommand.Explain(TaskReason.PLAN, facts, replyTo)));
  }

  private <T> CompletionStage<T> ask(
      CollectionId id, Function<ActorRef<T>, UserSiteCommand> message) {
    return retrying.ask(userSites.ref(id.owner()), message);
  }

  /** The task of an id as the API writes it, or wrote it before ids had to fit into URLs. */
  public CompletionStage<Optional<Task>> find(String id) {
    return TaskId.attemptUid(id)
        .map(uid -> sql.run(() -> store.find(uid).filter(task -> task.id().matches(id))))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  public CompletionStage<List<Task>> list(TaskQuery query) {
    boolean ofAnySource = query.source() == null && query.collection() != null;
    boolean open = query.isOpenOnly();
    return ofAnySource && !open
        ? sql.run(() -> store.list(query, names.names().sources(query.collection())))
        : sql.run(() -> store.list(query));
  }

  /** What a question for tasks named and nobody knows, now or in the history. */
  public enum MissingName {
    SOURCE,
    COLLECTION
  }

  /**
   * Empty if there is such a source, and such a collection of it.
   *
   * @param source null for any
   * @param collection null for any
   */
  public CompletionStage<Optional<MissingName>> findMissing(String source, String collection) {
    return names.find(source, collection);
  }

  /**
   * The first lines of a task's log.
   *
   * @param start the earliest time; null if any
   * @param end the latest time; null if any
   * @param after the number of the line before the first; 0 for the beginning
   */
  public CompletionStage<LogPage> logs(
      Task task, Instant start, Instant end, long after, int limit) {
    UUID uid = task.id().attemptUid();
    return sql.run(() -> new LogPage(logs.read(uid, start, end, after, limit), logs.dropped(uid)));
  }
}
