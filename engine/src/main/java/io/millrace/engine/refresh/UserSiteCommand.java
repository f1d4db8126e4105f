package io.millrace.engine.refresh;

import akka.actor.typed.ActorRef;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What a user-site is asked and told. */
public sealed interface UserSiteCommand extends Message {

  /**
   * Refresh now, if no rule is in the way.
   *
   * @param plannedAt the minute of the plan this is for; null if it is for none
   * @param facts what the directory says of it; null for a collection of a source
   */
  record Refresh(
      TaskReason reason, Instant plannedAt, UserSiteFacts facts, ActorRef<RefreshReply> replyTo)
      implements UserSiteCommand {}

  /**
   * @param known false if there is nothing of that name to refresh
   * @param uid the attempt that is queued or running now; null if none is
   * @param created whether it was made by this very call
   * @param skipped the rule that was in the way; null if none was
   */
  record RefreshReply(boolean known, UUID uid, boolean created, RefreshRule skipped)
      implements Message {}

  /**
   * Its due time may have come.
   *
   * @param facts what the directory says of it; null for a collection of a source
   */
  record Wake(UserSiteFacts facts, ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /** Its attempt was granted a channel. */
  record AttemptStarted(UUID uid, Instant at, Instant deadline) implements UserSiteCommand {}

  /** An attempt ended, says whoever ran it or wants it to end. */
  record EndAttempt(UUID uid, Outcome outcome, ActorRef<OwnerGateway.AttemptEnded> replyTo)
      implements UserSiteCommand {}

  /** Its definition may have changed; look at it again. */
  record CheckDefinition(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /** A person saved it: from now on it is not disabled any more. */
  record Save(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /**
   * A person does not want it refreshed until it is saved again.
   *
   * @param reason for the person whose data it is; empty if there is no particular one
   */
  record Disable(String reason, ActorRef<UserSiteStateReply> replyTo) implements UserSiteCommand {}

  /** It was deleted. */
  record Remove(ActorRef<Ack> replyTo) implements UserSiteCommand {}

  /** How is it? */
  record GetState(ActorRef<UserSiteStateReply> replyTo) implements UserSiteCommand {}

  /**
   * @param started when the current attempt started; null while it is queued, or idle
   * @param next the refresh that is booked; while an attempt runs, the one that follows if nothing
   *     is heard of it
   */
  record UserSiteStateReply(UserSite userSite, AttemptStarted started, Booking next)
      implements Message {}

  /** What does each rule say now to a refresh for that reason? */
  record Explain(TaskReason reason, UserSiteFacts facts, ActorRef<ExplainReply> replyTo)
      implements UserSiteCommand {}

  /** What each rule says, in order; empty if there is nothing of that name to refresh. */
  record ExplainReply(UserSiteStateReply view, List<RefreshRule.RuleVerdict> verdicts)
      implements Message {}

  /** Stops the entity, to passivate or to hand it over. */
  enum Stop implements UserSiteCommand {
    INSTANCE
  }
}
