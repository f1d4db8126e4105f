package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.Owners;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.token.TokenId;

/** Everyone whose tasks a pool runs: each is known by the name of the owner. */
record TaskOwners(Owners userSites, Owners tokens, Owners external) implements Owners {

  /** Those whose tasks workers run: who asked for a channel does the work himself. */
  static TaskOwners ofWorkers(Owners userSites, Owners tokens) {
    return new TaskOwners(userSites, tokens, userSites);
  }

  /** And those who do the work themselves. */
  TaskOwners and(Owners callers) {
    return new TaskOwners(userSites, tokens, callers);
  }

  @Override
  public void started(Lease lease) {
    of(lease).started(lease);
  }

  @Override
  public void end(Lease lease, Outcome outcome, ActorRef<Ended> replyTo) {
    of(lease).end(lease, outcome, replyTo);
  }

  private Owners of(Lease lease) {
    if (TokenId.isToken(lease.owner())) {
      return tokens;
    }
    return lease.owner().startsWith(Task.EXTERNAL + "/") ? external : userSites;
  }
}
