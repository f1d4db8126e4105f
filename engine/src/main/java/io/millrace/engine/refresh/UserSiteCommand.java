package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages to a user-site. */
public sealed interface UserSiteCommand extends Message {

  /**
   * Refresh now, unless a rule blocks it.
   *
   * @param plannedAt the minute of the plan that asks; absent if another caller asks
   * @param facts its entry in the directory; absent for a collection of a source
   */
  record Refresh(
      TaskReason reason,
      @Nullable Instant plannedAt,
      @Nullable UserSiteFacts facts,
      ActorRef<RefreshReply> replyTo)
      implements UserSiteCommand {}

  /**
   * @param known false if there is no such user-site or collection
   * @param uid the attempt that is queued or running now; absent if there is none
   * @param created whether this call created the attempt
   * @param skipped the rule that blocked the refresh; absent if none did
   */
  record RefreshReply(
      boolean known, @Nullable UUID uid, boolean created, @Nullable RefreshRule skipped)
      implements Message {}

  /**
   * Its due time may have come.
   *
   * @param facts its entry in the directory; absent for a collection of a source
   * @param dueAt the due time that has come by the sender's clock; earlier releases do not say it
   */
  record Wake(@Nullable UserSiteFacts facts, ActorRef<Ack> replyTo, @Nullable Instant dueAt)
      implements UserSiteCommand {}

  /**
   * When an attempt was granted its channel. The release before sends it to the user-site, which
   * passes it over. Today it is only a part of {@link UserSiteStateReply}.
   */
  record AttemptStarted(UUID uid, Instant at, Instant deadline) implements UserSiteCommand {}

  /**
   * The report that an attempt ended, or the request to end it.
   *
   * @param byWorker whether its worker reports it, so that nothing is left to stop; earlier
   *     releases do not say it
   */
  record EndAttempt(
      UUID uid, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo, boolean byWorker)
      implements UserSiteCommand {}

  /** Its definition may have changed: check it again. */
  record CheckDefinition(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /** A person saved it, which enables it. */
  record Save(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /**
   * A person disables it until it is saved again.
   *
   * @param reason the sentence for the user; empty for the default
   */
  record Disable(String reason, ActorRef<UserSiteStateReply> replyTo) implements UserSiteCommand {}

  /** It was deleted. */
  record Remove(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /** Asks for the state. */
  record GetState(ActorRef<UserSiteStateReply> replyTo) implements UserSiteCommand {}

  /**
   * @param started when the current attempt started; absent while it is queued, or idle. The
   *     user-site leaves it out, and the reader adds it from the history
   * @param next the booked refresh; while an attempt runs, the one that follows if it never reports
   */
  record UserSiteStateReply(UserSite userSite, @Nullable AttemptStarted started, Booking next)
      implements Message {

    /**
     * The same state of a user-site whose current attempt runs.
     *
     * @param attempt its current attempt
     * @param definition empty if this node does not know it
     */
    public UserSiteStateReply running(
        Attempt attempt, AttemptStarted since, Optional<SourceCollection> definition) {
      Policy policy = definition.map(SourceCollection::policy).orElse(Policy.DEFAULT);
      return new UserSiteStateReply(userSite, since, attempt.worstCaseBooking(policy, since.at()));
    }
  }

  /** Asks for the verdict of each rule on a refresh for that reason. */
  record Explain(TaskReason reason, @Nullable UserSiteFacts facts, ActorRef<ExplainReply> replyTo)
      implements UserSiteCommand {}

  /** The verdict of each rule, in order; empty if there is no such user-site or collection. */
  record ExplainReply(UserSiteStateReply view, List<RefreshRule.RuleVerdict> verdicts)
      implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  enum Stop implements UserSiteCommand {
    INSTANCE
  }
}
