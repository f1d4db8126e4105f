package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import io.millrace.engine.clock.Alarm;
import io.millrace.engine.due.DueStore;
import io.millrace.engine.due.Waker;
import io.millrace.engine.message.Ack;
import io.millrace.engine.refresh.ShardedUserSites;
import io.millrace.engine.store.Storage;
import io.millrace.engine.task.Owner;
import io.millrace.engine.token.ShardedTokens;

/** The waker: the owner of each due time is woken, by its kind. */
record WakerAssembly(
    NodeContext node, DueStore due, ShardedUserSites userSites, ShardedTokens tokens) {

  void host() {
    ActorRef<Waker.Command> waker =
        node.startSingleton(
            "waker",
            NodeLossRelay.around(
                Waker.create(
                    (until, after, limit) ->
                        node.sql().run(() -> due.dueUntil(until, after, limit)),
                    this::wake,
                    node.config().getInt("due.max-unanswered"),
                    node.mayFire(),
                    node.clock(),
                    Alarm.of(node.clock())),
                Waker.NodeLost.INSTANCE),
            Waker.Stop.INSTANCE);
    Storage.get(node.system())
        .onBooking(
            at -> {
              if (at.isBefore(node.clock().instant().plus(Waker.REREAD))) {
                waker.tell(new Waker.BookedSoon(at.toEpochMilli()));
              }
            });
  }

  private void wake(DueStore.DueOwner dueOwner, ActorRef<Ack> replyTo) {
    String owner = dueOwner.owner();
    Owner.parse(owner)
        .<Runnable>match(
            userSite -> () -> userSites.wake(owner, dueOwner.facts(), dueOwner.at(), replyTo),
            token -> () -> tokens.wake(owner, dueOwner.at(), replyTo),
            external -> () -> replyTo.tell(new Ack(owner)))
        .run();
  }
}
