package io.millrace.engine.owner;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.millrace.engine.task.HistoryWriter;
import java.util.Collections;
import java.util.List;

/** An owner that counts. */
final class CountingOwner extends OwnerActor<CountingOwner.Command, CountingOwner.Added, Long> {

  sealed interface Command {}

  record Add(int times, ActorRef<Long> replyTo) implements Command {}

  /** Can never be stored. */
  record AddBroken(ActorRef<Long> replyTo) implements Command {}

  record Get(ActorRef<Long> replyTo) implements Command {}

  enum Stop implements Command {
    INSTANCE
  }

  record Added(boolean broken) implements HistoryWriter.HistoryEvent {
    @Override
    public void record(String owner, HistoryWriter history) {
      if (broken) {
        throw new IllegalStateException("a bug in the mapping");
      }
    }
  }

  private final ActorRef<Long> loads;

  /**
   * @param loads receives each state that was loaded
   */
  static Behavior<Command> create(String owner, ActorRef<Long> loads) {
    return Behaviors.<Object>setup(actor -> new CountingOwner(actor, owner, loads)).narrow();
  }

  private CountingOwner(ActorContext<Object> actor, String owner, ActorRef<Long> loads) {
    super(actor, "counting", owner, Stop.INSTANCE);
    this.loads = loads;
  }

  @Override
  protected Long emptyState() {
    return 0L;
  }

  @Override
  protected Long apply(Long count, Added event) {
    return count + 1;
  }

  @Override
  protected void onLoaded(Long count) {
    loads.tell(count);
  }

  @Override
  protected OwnerEffect<Added, Long> decide(Long count, Command command) {
    if (command instanceof Add add) {
      return new OwnerEffect<>(
          Collections.nCopies(add.times(), new Added(false)), next -> add.replyTo().tell(next));
    } else if (command instanceof AddBroken broken) {
      return new OwnerEffect<>(List.of(new Added(true)), next -> broken.replyTo().tell(next));
    } else if (command instanceof Get get) {
      return OwnerEffect.reply(get.replyTo(), count);
    }
    return OwnerEffect.noReply();
  }
}
