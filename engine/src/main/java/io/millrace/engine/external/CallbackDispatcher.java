package io.millrace.engine.external;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.clock.PauseDetector;
import io.millrace.engine.external.CallbackStore.CallbackWork;
import io.millrace.engine.external.CallbackStore.GivenUpRequest;
import io.millrace.engine.message.Message;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Calls back external callers when their channel is granted, and gives up requests that nobody
 * repeats. There is one dispatcher in the cluster. The pending callbacks are in the database: after
 * a crash, the next dispatcher repeats only those without a stored answer.
 */
public final class CallbackDispatcher extends AbstractBehavior<CallbackDispatcher.Command> {

  /** Messages to the dispatcher. */
  public sealed interface Command {}

  /** A channel was granted: check for callbacks. */
  public enum CheckNow implements Command, Message {
    INSTANCE
  }

  /** Stops it for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record RequestsUpdated(CallbackWork found) implements Command {}

  private record UpdateFailed(List<UUID> unstored, Throwable fault) implements Command {}

  private record CallbackEnded(ExternalRequest channel, String error) implements Command {}

  /** Updates the stored requests and returns the callbacks to make. */
  @FunctionalInterface
  public interface RequestUpdater {
    /**
     * @param called requests whose caller was called since the last update
     * @param lateBefore requests that were wanted until this time at most are given up
     */
    CompletionStage<CallbackWork> update(List<UUID> called, Instant lateBefore, Instant now);
  }

  /** Makes one callback. The result is an error text, or empty; the stage never fails. */
  @FunctionalInterface
  public interface Sender {
    CompletionStage<String> send(ExternalRequest channel);
  }

  private static final Duration TICK = Duration.ofSeconds(1);

  /** The number of callbacks at once. */
  static final int AT_ONCE = 20;

  private final RequestUpdater requests;
  private final Sender sender;
  private final Consumer<GivenUpRequest> release;
  private final CallbackMeters meters;
  private final Clock clock;

  private final PauseDetector pauses;
  private final Map<UUID, RetryState> retryStates = new HashMap<>();
  private final Set<UUID> inFlight = new HashSet<>();
  private final List<UUID> called = new ArrayList<>();
  private List<ExternalRequest> toCall = List.of();
  private boolean busy;
  private boolean updateAgain;

  /**
   * @param release frees the place of a given-up request in the queue of its pool
   */
  public static Behavior<Command> create(
      RequestUpdater requests,
      Sender sender,
      Consumer<GivenUpRequest> release,
      CallbackMeters meters,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new CallbackDispatcher(
                        context, timers, requests, sender, release, meters, clock)));
  }

  private CallbackDispatcher(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      RequestUpdater requests,
      Sender sender,
      Consumer<GivenUpRequest> release,
      CallbackMeters meters,
      Clock clock) {
    super(context);
    this.requests = requests;
    this.sender = sender;
    this.release = release;
    this.meters = meters;
    this.clock = clock;
    this.pauses = new PauseDetector(TICK, Instant.MIN, clock.instant());
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
    context.getSelf().tell(Tick.INSTANCE);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(CheckNow.class, check -> updateRequests())
        .onMessage(RequestsUpdated.class, this::onRequestsUpdated)
        .onMessage(UpdateFailed.class, this::onUpdateFailed)
        .onMessage(CallbackEnded.class, this::onCallbackEnded)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .build();
  }

  private Behavior<Command> onTick() {
    pauses.beat(clock.instant());
    return updateRequests();
  }

  /** Runs one update at a time. Callbacks that end meanwhile are stored with the next one. */
  private Behavior<Command> updateRequests() {
    if (busy) {
      updateAgain = true;
      return this;
    }
    busy = true;
    updateAgain = false;
    List<UUID> justCalled = List.copyOf(called);
    called.clear();
    Instant now = clock.instant();
    getContext()
        .pipeToSelf(
            requests.update(justCalled, lateBefore(now), now),
            (found, fault) ->
                fault == null ? new RequestsUpdated(found) : new UpdateFailed(justCalled, fault));
    return this;
  }

  /**
   * After a pause of this node, callers get their full time again: their requests could not arrive.
   */
  private Instant lateBefore(Instant now) {
    return pauses.isSilentTooLong(Instant.MIN, ExternalRequestStore.ASK_AGAIN_WITHIN, now)
        ? now
        : Instant.EPOCH;
  }

  private Behavior<Command> onRequestsUpdated(RequestsUpdated updated) {
    busy = false;
    List<GivenUpRequest> givenUp = updated.found().givenUp();
    givenUp.forEach(release);
    meters.givenUp(givenUp.size());
    toCall = updated.found().toCall();
    retryStates
        .keySet()
        .retainAll(toCall.stream().map(ExternalRequest::attemptUid).collect(Collectors.toSet()));
    makeDueCallbacks();
    return updateAgain ? updateRequests() : this;
  }

  /**
   * Callbacks with the fewest failures come first, so that dead callers do not delay the others.
   */
  private void makeDueCallbacks() {
    Instant now = clock.instant();
    toCall.stream()
        .filter(channel -> !inFlight.contains(channel.attemptUid()))
        .filter(channel -> !called.contains(channel.attemptUid()))
        .filter(channel -> retryState(channel).isDue(now))
        .sorted(Comparator.comparingInt(channel -> retryState(channel).failures()))
        .limit(AT_ONCE - inFlight.size())
        .forEach(this::call);
  }

  private RetryState retryState(ExternalRequest channel) {
    return retryStates.getOrDefault(channel.attemptUid(), RetryState.FIRST);
  }

  private void call(ExternalRequest channel) {
    inFlight.add(channel.attemptUid());
    getContext()
        .pipeToSelf(
            sender.send(channel),
            (error, fault) -> new CallbackEnded(channel, fault == null ? error : fault.toString()));
  }

  private Behavior<Command> onCallbackEnded(CallbackEnded call) {
    UUID uid = call.channel().attemptUid();
    boolean success = call.error().isEmpty();
    inFlight.remove(uid);
    meters.called(success);
    if (success) {
      called.add(uid);
      retryStates.remove(uid);
    } else {
      RetryState next = retryState(call.channel()).failed(clock.instant());
      retryStates.put(uid, next);
      if (next.failures() == 1) {
        getContext()
            .getLog()
            .warn("The callback for request {} failed, will retry: {}", uid, call.error());
      }
    }
    return updateRequests();
  }

  private Behavior<Command> onUpdateFailed(UpdateFailed failed) {
    busy = false;
    called.addAll(failed.unstored());
    // No stack trace: while the database is away, this repeats every second.
    getContext().getLog().warn("Could not update callbacks: {}", failed.fault().toString());
    return this;
  }
}
