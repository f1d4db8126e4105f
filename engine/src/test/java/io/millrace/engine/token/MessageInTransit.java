package io.millrace.engine.token;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.util.UUID;

/** Something on its way to a token of {@link TokenSimulation}. */
sealed interface MessageInTransit {
  record ArrivalInTransit(ArrivalTarget target, Arrival arrival, TokenId from)
      implements MessageInTransit {}

  record AckInTransit(TokenId from, ArrivalTarget target) implements MessageInTransit {}

  record ReportInTransit(TokenId token, UUID uid, Outcome outcome) implements MessageInTransit {}

  record WakeInTransit(TokenId token) implements MessageInTransit {}
}
