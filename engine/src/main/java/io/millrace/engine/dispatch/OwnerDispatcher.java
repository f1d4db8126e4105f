package io.millrace.engine.dispatch;

import akka.actor.typed.ActorRef;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.flow.OwnerGateway;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Owner;

/** Everyone whose tasks a pool runs: each is known by the name of the owner. */
public record OwnerDispatcher(OwnerGateway userSites, OwnerGateway tokens, OwnerGateway external)
    implements OwnerGateway {

  /** Those whose tasks workers run: who asked for a channel does the work himself. */
  public static OwnerDispatcher ofWorkers(OwnerGateway userSites, OwnerGateway tokens) {
    return new OwnerDispatcher(userSites, tokens, userSites);
  }

  /** And those who do the work themselves. */
  public OwnerDispatcher withExternal(OwnerGateway callers) {
    return new OwnerDispatcher(userSites, tokens, callers);
  }

  @Override
  public void started(Lease lease) {
    ownersOf(lease).started(lease);
  }

  @Override
  public void end(Lease lease, Outcome outcome, ActorRef<AttemptEnded> replyTo) {
    ownersOf(lease).end(lease, outcome, replyTo);
  }

  private OwnerGateway ownersOf(Lease lease) {
    return Owner.parse(lease.owner())
        .match(userSite -> userSites, token -> tokens, request -> external);
  }
}
