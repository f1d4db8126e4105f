package io.millrace.engine.token;

import java.util.concurrent.CompletionStage;

/** How something arrives at a token, wherever in the cluster it lives. */
@FunctionalInterface
public interface ArrivalSender {

  /**
   * Completes when the arrival is stored, was stored before, or has nowhere to go because the step
   * is gone. If it fails, it is to be sent again: it counts once.
   */
  CompletionStage<Void> sendArrival(TokenId token, Arrival arrival);
}
