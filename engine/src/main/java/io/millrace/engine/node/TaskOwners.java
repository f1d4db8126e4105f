package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;

/** Everyone whose tasks a pool runs: those of external callers have a source of their own. */
record TaskOwners(Owners userSites, Owners external) implements Owners {

  @Override
  public void started(Lease lease) {
    of(lease).started(lease);
  }

  @Override
  public void end(Lease lease, Outcome outcome, ActorRef<Ended> replyTo) {
    of(lease).end(lease, outcome, replyTo);
  }

  private Owners of(Lease lease) {
    return lease.owner().startsWith(Task.EXTERNAL + "/") ? external : userSites;
  }
}
