package io.millrace.engine.owner;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an owner does with a command.
 *
 * @param events to store first; without any, nothing is stored
 * @param then acts and replies, with the state that is stored by then
 */
public record OwnerEffect<E, S>(List<? extends E> events, Consumer<S> then) {

  public static <E, S> OwnerEffect<E, S> noReply() {
    return new OwnerEffect<>(List.of(), state -> {});
  }

  public static <E, S, T> OwnerEffect<E, S> reply(ActorRef<T> to, T reply) {
    return new OwnerEffect<>(List.of(), state -> to.tell(reply));
  }
}
