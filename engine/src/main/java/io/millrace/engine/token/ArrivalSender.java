package io.millrace.engine.token;

import java.util.concurrent.CompletionStage;

/** Sends an arrival to a token, on whichever node it is hosted. */
@FunctionalInterface
public interface ArrivalSender {

  /**
   * Completes when the arrival is stored, was stored before, or is dropped because the step is
   * gone. If this fails, the caller sends it again; an arrival counts once.
   */
  CompletionStage<Void> sendArrival(TokenId token, Arrival arrival);
}
