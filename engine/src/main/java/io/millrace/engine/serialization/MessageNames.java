package io.millrace.engine.serialization;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.due.Waker;
import io.millrace.engine.external.CallbackDispatcher;
import io.millrace.engine.flow.FlowCommand;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.WorkerCommand;
import io.millrace.engine.flywheel.Flywheel;
import io.millrace.engine.flywheel.PlanStore;
import io.millrace.engine.guard.LifeWatch;
import io.millrace.engine.message.Ack;
import io.millrace.engine.refresh.UserSiteCommand;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.trigger.TriggerCommand;
import io.millrace.engine.worker.NodeWorkerCommand;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names of all messages between nodes. Nodes of two releases run side by side, so this table is
 * a format: an entry is added, none is changed or removed. The class of an entry may be renamed or
 * moved.
 *
 * <p>The long names are those of the first releases, which sent the names of classes. They stay as
 * they are, wherever their classes go. A new message gets a short name that is chosen for it, such
 * as {@code flow-request}.
 */
public final class MessageNames {
  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("io.millrace.engine.Woken", Ack.class),
          Map.entry("io.millrace.engine.directory.Facts", UserSiteFacts.class),
          Map.entry("due-booked-soon", Waker.BookedSoon.class),
          Map.entry("worker-pool-started", NodeWorkerCommand.PoolStarted.class),
          Map.entry("guard-are-you-there", LifeWatch.AreYouThere.class),
          Map.entry("guard-here-i-am", LifeWatch.HereIAm.class),
          Map.entry(
              "io.millrace.engine.external.Callbacks$Look", CallbackDispatcher.CheckNow.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Answered", FlowCommand.AwaitReply.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Await", FlowCommand.Await.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Claim", FlowCommand.Claim.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Claimed", FlowCommand.ClaimReply.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Extend", FlowCommand.Extend.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Get", FlowCommand.GetState.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Heartbeat", FlowCommand.Heartbeat.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Held", FlowCommand.HeartbeatReply.class),
          Map.entry(
              "io.millrace.engine.flow.FlowCommand$Progress", FlowCommand.ProgressQueue.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Release", FlowCommand.Release.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Reload", FlowCommand.ReloadConfig.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Request", FlowCommand.Request.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Stop", FlowCommand.Stop.class),
          Map.entry("io.millrace.engine.flow.FlowCommand$Withdraw", FlowCommand.Withdraw.class),
          Map.entry(
              "io.millrace.engine.flow.FlowCommand$WorkerAlive", FlowCommand.WorkerAlive.class),
          Map.entry("io.millrace.engine.flow.Owners$Ended", OwnerGateway.AttemptEnded.class),
          Map.entry("io.millrace.engine.flow.PoolChange", PoolChange.class),
          Map.entry("io.millrace.engine.flow.PoolState", PoolState.class),
          Map.entry("io.millrace.engine.flow.ToWorker$Run", WorkerCommand.RunAttempt.class),
          Map.entry("io.millrace.engine.flow.ToWorker$Stop", WorkerCommand.StopAttempt.class),
          Map.entry("flow-resume-attempt", WorkerCommand.ResumeAttempt.class),
          Map.entry("io.millrace.engine.flywheel.Flywheel$Plan", Flywheel.PlanDay.class),
          Map.entry("io.millrace.engine.flywheel.Flywheel$Tick", Flywheel.Tick.class),
          Map.entry("io.millrace.engine.flywheel.Flywheel$Ticked", Flywheel.TickReply.class),
          Map.entry("io.millrace.engine.flywheel.PlanStore$Planned", PlanStore.PlanResult.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Define",
              UserSiteCommand.CheckDefinition.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Disable", UserSiteCommand.Disable.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Explain", UserSiteCommand.Explain.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Explained",
              UserSiteCommand.ExplainReply.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Finish", UserSiteCommand.EndAttempt.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Get", UserSiteCommand.GetState.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Refresh", UserSiteCommand.Refresh.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Refreshed",
              UserSiteCommand.RefreshReply.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Remove", UserSiteCommand.Remove.class),
          Map.entry("io.millrace.engine.refresh.UserSiteEntity$Save", UserSiteCommand.Save.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$Started",
              UserSiteCommand.AttemptStarted.class),
          Map.entry("io.millrace.engine.refresh.UserSiteEntity$Stop", UserSiteCommand.Stop.class),
          Map.entry(
              "io.millrace.engine.refresh.UserSiteEntity$View",
              UserSiteCommand.UserSiteStateReply.class),
          Map.entry("io.millrace.engine.refresh.UserSiteEntity$Wake", UserSiteCommand.Wake.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Arrive", TokenCommand.Arrive.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Cancel", TokenCommand.Cancel.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Clear", TokenCommand.Clear.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Finish", TokenCommand.EndAttempt.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Get", TokenCommand.GetState.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Ran", TokenCommand.RunReply.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Remove", TokenCommand.Remove.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Reset", TokenCommand.ResetSources.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Run", TokenCommand.RunByHand.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Stop", TokenCommand.Stop.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Told", TokenCommand.ChangeReply.class),
          Map.entry(
              "io.millrace.engine.token.TokenEntity$View", TokenCommand.TokenStateReply.class),
          Map.entry("io.millrace.engine.token.TokenEntity$Wake", TokenCommand.Wake.class),
          Map.entry(
              "io.millrace.engine.trigger.TriggerProcessor$FireByHand",
              TriggerCommand.FireByHand.class),
          Map.entry(
              "io.millrace.engine.trigger.TriggerProcessor$InForce",
              TriggerCommand.JobsInForce.class),
          Map.entry(
              "io.millrace.engine.trigger.TriggerProcessor$Queued",
              TriggerCommand.FiresQueued.class),
          Map.entry(
              "io.millrace.engine.trigger.TriggerProcessor$Updated",
              TriggerCommand.JobsUpdated.class));

  private static final Map<Class<?>, String> NAMES =
      TYPES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  private MessageNames() {}

  public static Set<String> all() {
    return TYPES.keySet();
  }

  /** Absent if this class has no name. */
  public static @Nullable String nameOf(Class<?> type) {
    return NAMES.get(type);
  }

  /** Absent if this release does not know the name. */
  static @Nullable Class<?> typeOf(String name) {
    return TYPES.get(name);
  }
}
