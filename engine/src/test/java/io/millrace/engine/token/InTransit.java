package io.millrace.engine.token;

import io.millrace.engine.task.Outcome;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import java.util.UUID;

/** Something on its way to a token of {@link TokenSimulation}. */
sealed interface InTransit {
  record ArrivalInTransit(ArrivalTarget target, Arrival arrival, TokenId from)
      implements InTransit {}

  record AckInTransit(TokenId from, ArrivalTarget target) implements InTransit {}

  record ReportInTransit(TokenId token, UUID uid, Outcome outcome) implements InTransit {}

  record WakeInTransit(TokenId token) implements InTransit {}
}
