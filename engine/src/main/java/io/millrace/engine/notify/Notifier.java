package io.millrace.engine.notify;

import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.millrace.engine.notify.WebhookDelivery.DeliveryEnd;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Sends notifications to the webhooks. There is one in the cluster. It takes due deliveries, a
 * bounded number for each webhook, sends them and stores the results, so a slow webhook delays only
 * itself. Deliveries in progress are marked in the database. If the notifier dies, nothing is lost:
 * its successor sends only those again that have no result.
 */
public final class Notifier extends AbstractBehavior<Notifier.Command> {

  /** The commands of the notifier. It sends all of them to itself, except Stop. */
  public sealed interface Command {}

  /** Stops the actor for a hand-over to another node. */
  public enum Stop implements Command {
    INSTANCE
  }

  private enum Tick implements Command {
    INSTANCE
  }

  private record StepDone(WebhookOutbox.OutboxStep step, WebhookOutbox.DueDeliveries taken)
      implements Command {}

  private record TidyDone(Map<String, Integer> waiting) implements Command {}

  private record StepFailed(List<DeliveryEnd> unstored, Throwable fault) implements Command {}

  private record DeliverySent(WebhookDelivery delivery, WebhookAnswer answer) implements Command {}

  /** Sends one notification. The returned stage never fails. */
  @FunctionalInterface
  public interface Sender {
    CompletionStage<WebhookAnswer> send(Notification notification, Webhook webhook);
  }

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration TIDY_EVERY = Duration.ofSeconds(10);
  private static final Duration LOST_AFTER_TIMEOUT = Duration.ofSeconds(30);

  /** The maximum number of deliveries in flight to one webhook. */
  static final int AT_ONCE = 20;

  private final WebhookSettings settings;
  private final WebhookRegistry webhooks;
  private final WebhookOutbox outbox;
  private final Sender sender;
  private final NotifierMeters meters;
  private final Clock clock;

  private final Set<WebhookDelivery> inFlight = new HashSet<>();
  private final List<DeliveryEnd> ended = new ArrayList<>();
  private boolean busy;
  private Instant tidyAt = Instant.MIN;

  public static Behavior<Command> create(
      WebhookSettings settings,
      WebhookRegistry webhooks,
      WebhookOutbox outbox,
      Sender sender,
      NotifierMeters meters,
      Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers ->
                    new Notifier(
                        context, timers, settings, webhooks, outbox, sender, meters, clock)));
  }

  private Notifier(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      WebhookSettings settings,
      WebhookRegistry webhooks,
      WebhookOutbox outbox,
      Sender sender,
      NotifierMeters meters,
      Clock clock) {
    super(context);
    this.settings = settings;
    this.webhooks = webhooks;
    this.outbox = outbox;
    this.sender = sender;
    this.meters = meters;
    this.clock = clock;
    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
    context.getSelf().tell(Tick.INSTANCE);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, tick -> onTick())
        .onMessage(StepDone.class, this::onStepDone)
        .onMessage(TidyDone.class, this::onTidyDone)
        .onMessage(StepFailed.class, this::onStepFailed)
        .onMessage(DeliverySent.class, this::onDeliverySent)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, stopped -> onPostStop())
        .build();
  }

  private Behavior<Command> onTick() {
    Instant now = clock.instant();
    if (!busy && !now.isBefore(tidyAt)) {
      tidyAt = now.plus(TIDY_EVERY);
      busy = true;
      getContext()
          .pipeToSelf(
              outbox.tidy(now.minus(settings.keep())),
              (waiting, fault) ->
                  fault == null ? new TidyDone(waiting) : new StepFailed(List.of(), fault));
    }
    step();
    return this;
  }

  /** Runs one step at a time. Deliveries that end meanwhile go into the next one. */
  private void step() {
    if (busy) {
      return;
    }
    busy = true;
    Instant now = clock.instant();
    Instant lostAt = now.plus(settings.timeout()).plus(LOST_AFTER_TIMEOUT);
    WebhookOutbox.OutboxStep step =
        new WebhookOutbox.OutboxStep(now, lostAt, free(), List.copyOf(ended));
    ended.clear();
    getContext()
        .pipeToSelf(
            outbox.step(step),
            (taken, fault) ->
                fault == null ? new StepDone(step, taken) : new StepFailed(step.ended(), fault));
  }

  private Map<String, Integer> free() {
    Map<String, Long> used =
        inFlight.stream()
            .collect(Collectors.groupingBy(WebhookDelivery::webhook, Collectors.counting()));
    return webhooks.current().stream()
        .map(Webhook::name)
        .collect(
            Collectors.toMap(
                Function.identity(), name -> AT_ONCE - used.getOrDefault(name, 0L).intValue()));
  }

  private Behavior<Command> onStepDone(StepDone stepped) {
    busy = false;
    stepped.step().ended().forEach(meters::ended);
    warnOfGivenUp(stepped.step().ended());
    stepped.taken().due().forEach(this::send);
    if (stepped.taken().more() || !ended.isEmpty()) {
      step();
    }
    return this;
  }

  private void send(WebhookDelivery delivery) {
    Optional<Webhook> webhook =
        webhooks.current().stream()
            .filter(known -> known.name().equals(delivery.webhook()))
            .findFirst();
    if (webhook.isEmpty()) {
      return; // it is gone
    }
    inFlight.add(delivery);
    getContext()
        .pipeToSelf(
            sender.send(delivery.notification(), webhook.get()),
            (answer, fault) ->
                new DeliverySent(delivery, fault == null ? answer : WebhookAnswer.noAnswer(fault)));
  }

  private Behavior<Command> onDeliverySent(DeliverySent sent) {
    inFlight.remove(sent.delivery());
    ended.add(sent.delivery().end(sent.answer(), settings, clock.instant()));
    step();
    return this;
  }

  private Behavior<Command> onTidyDone(TidyDone tidied) {
    busy = false;
    meters.waiting(tidied.waiting());
    step();
    return this;
  }

  private Behavior<Command> onStepFailed(StepFailed failed) {
    busy = false;
    ended.addAll(0, failed.unstored());
    getContext().getLog().warn("Could not update the webhook deliveries", failed.fault());
    return this;
  }

  /** Logs one line for each webhook, however many notifications it missed. */
  private void warnOfGivenUp(List<DeliveryEnd> stored) {
    stored.stream()
        .filter(DeliveryEnd::givenUp)
        .collect(Collectors.groupingBy(end -> end.delivery().webhook()))
        .forEach(
            (webhook, lost) -> {
              DeliveryEnd last = lost.get(lost.size() - 1);
              getContext()
                  .getLog()
                  .warn(
                      "The webhook {} has failed for good for {} notifications; the last one is {},"
                          + " attempt {}: {}. Make sure that it answers 2xx, or remove it from"
                          + " millrace.webhooks. GET /notifications lists what it missed",
                      webhook,
                      lost.size(),
                      last.delivery().notification().id(),
                      last.delivery().attempt(),
                      last.error());
            });
  }

  private Behavior<Command> onPostStop() {
    meters.reset();
    return this;
  }
}
