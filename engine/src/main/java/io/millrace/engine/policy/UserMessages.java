package io.millrace.engine.policy;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Status;
import java.util.Map;

/**
 * What the person whose data it is reads of a failure: what the failure itself says to him, else
 * what the definition says of its kind, else the sentence of the kind.
 *
 * @param own the definition's, by kind
 * @param otherwise the definition's for all other kinds; null if it has none
 */
public record UserMessages(Map<FailureKind, String> own, String otherwise) {
  public static final UserMessages NONE = new UserMessages(Map.of(), null);

  public UserMessages {
    own = Map.copyOf(own);
  }

  public String of(FailureKind kind) {
    return own.getOrDefault(kind, otherwise == null ? kind.sentence() : otherwise);
  }

  /** For a failure that led to something of this kind. */
  public String of(FailureKind kind, Outcome outcome) {
    return outcome.userMessage().isBlank() ? of(kind) : outcome.userMessage();
  }

  /** The outcome as it is kept: a failure has something to say to the user. */
  public Outcome complete(Outcome outcome) {
    return outcome.kind().status() == Status.FAILED
        ? outcome.withUserMessage(of(outcome.failureKind(), outcome))
        : outcome;
  }
}
