package io.millrace.engine.guard;

import akka.actor.typed.ActorRef;
import java.util.Set;

/** The other nodes of the cluster, by name. */
interface Peers {

  /** Whether this node is a full member of the cluster. */
  boolean isUp();

  /** The nodes that belong to the cluster and have not said that they leave it for good. */
  Set<String> names();

  /** Asks a node whether it is there. */
  void ask(String node, ActorRef<LifeWatch.HereIAm> replyTo);

  /** Removes a node that is fenced from the cluster at once, so that its work starts elsewhere. */
  void remove(String node);
}
