package io.millrace.engine.guard;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.millrace.engine.guard.LifeSigns.LifeVerdict;
import io.millrace.engine.guard.LifeSigns.PeerAnswer;
import io.millrace.engine.message.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Watches over the other nodes, and over this one. If the lock of a node is freed, it asks the
 * node. A node that does not answer and has no session left is dead: it is fenced and removed at
 * once. If this node itself is fenced, it ends.
 */
public final class LifeWatch extends AbstractBehavior<LifeWatch.Command> {
  static final String NAME = "life-watch";

  /** If looks are further apart, this node did not run, and answers may wait to be read. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(700);

  /** The commands of the watch. */
  public sealed interface Command {}

  /** Another node asks whether this one is there. */
  public record AreYouThere(ActorRef<HereIAm> replyTo) implements Command, Message {}

  /**
   * @param node the name of the node that answers; after a restart it is another one
   */
  public record HereIAm(String node) implements Message {}

  record Looked(NodeObservation look) implements Command {}

  enum LookFailed implements Command {
    INSTANCE
  }

  private record Answered(String node) implements Command {}

  private record FenceWritten(String node, boolean continues) implements Command {}

  private record FenceFailed(String node, Throwable fault) implements Command {}

  /**
   * What the watch needs of its node.
   *
   * @param name of this node
   * @param fence fences a node; false if this node itself is fenced
   * @param end ends this node
   * @param clock never steps
   */
  record LifeWatchContext(
      String name,
      Peers peers,
      Function<String, CompletionStage<Boolean>> fence,
      Runnable end,
      Supplier<Duration> clock) {}

  private final LifeWatchContext node;
  private final ActorRef<HereIAm> answers;
  private final Map<String, PeerQuestion> questions = new HashMap<>();
  private final Set<String> fencing = new HashSet<>();
  private Duration lookedAt;
  private boolean ending;

  static Behavior<Command> create(LifeWatchContext node) {
    return Behaviors.setup(context -> new LifeWatch(context, node));
  }

  private LifeWatch(ActorContext<Command> context, LifeWatchContext node) {
    super(context);
    this.node = node;
    this.answers = context.messageAdapter(HereIAm.class, here -> new Answered(here.node()));
    this.lookedAt = node.clock().get();
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(AreYouThere.class, this::onAreYouThere)
        .onMessage(Looked.class, looked -> onLook(looked.look()))
        .onMessage(LookFailed.class, failed -> onLookFailed())
        .onMessage(Answered.class, this::onAnswer)
        .onMessage(FenceWritten.class, this::onFenceWritten)
        .onMessage(FenceFailed.class, this::onFenceFailed)
        .build();
  }

  private Behavior<Command> onAreYouThere(AreYouThere question) {
    question.replyTo().tell(new HereIAm(node.name()));
    return this;
  }

  private Behavior<Command> onLook(NodeObservation look) {
    Duration now = node.clock().get();
    if (now.minus(lookedAt).compareTo(LONGEST_PAUSE) > 0) {
      questions.clear();
    }
    lookedAt = now;
    if (look.fenced()) {
      return end();
    }
    questions.keySet().retainAll(look.freed());
    for (String other : look.freed()) {
      judge(other, look, now);
    }
    return this;
  }

  private void judge(String other, NodeObservation look, Duration now) {
    PeerQuestion question = questions.get(other);
    PeerAnswer answer = question == null ? PeerAnswer.NOT_ASKED : question.answer(now);
    LifeSigns signs =
        new LifeSigns(true, look.lock(other), look.connected().contains(other), answer);
    LifeVerdict verdict = signs.verdict();
    if (verdict == LifeVerdict.FENCE) {
      fence(other);
    } else if (verdict == LifeVerdict.CHECK_AGAIN
        && (question == null || question.isOutdated(now))) {
      questions.put(other, PeerQuestion.at(now));
      node.peers().ask(other, answers);
    }
  }

  private void fence(String other) {
    if (fencing.add(other)) {
      getContext()
          .getLog()
          .warn(
              "Node {} has died: its database sessions are closed, and it does not answer. It is"
                  + " fenced, and its work starts elsewhere",
              other);
      getContext()
          .pipeToSelf(
              node.fence().apply(other),
              (continues, fault) ->
                  fault == null
                      ? new FenceWritten(other, continues)
                      : new FenceFailed(other, fault));
    }
  }

  /** Nothing that was seen before counts: the database may have restarted. */
  private Behavior<Command> onLookFailed() {
    questions.clear();
    lookedAt = node.clock().get();
    return this;
  }

  private Behavior<Command> onAnswer(Answered answer) {
    questions.computeIfPresent(answer.node(), (name, question) -> question.withAnswer());
    return this;
  }

  private Behavior<Command> onFenceWritten(FenceWritten written) {
    if (!written.continues()) {
      return end();
    }
    node.peers().remove(written.node());
    return this;
  }

  private Behavior<Command> onFenceFailed(FenceFailed failed) {
    fencing.remove(failed.node());
    getContext().getLog().warn("Node {} could not be fenced yet", failed.node(), failed.fault());
    return this;
  }

  private Behavior<Command> end() {
    if (!ending) {
      ending = true;
      getContext()
          .getLog()
          .error("The cluster has fenced this node and continues without it. It ends at once");
      node.end().run();
    }
    return this;
  }
}
