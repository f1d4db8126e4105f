package io.millrace.engine.policy;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskStatus;
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

  public String sentenceFor(FailureKind kind) {
    return own.getOrDefault(kind, otherwise == null ? kind.sentence() : otherwise);
  }

  /** For a failure that led to something of this kind. */
  public String sentenceFor(FailureKind kind, Outcome outcome) {
    return outcome.userMessage().isBlank() ? sentenceFor(kind) : outcome.userMessage();
  }

  /** The outcome as it is kept: a failure has something to say to the user. */
  public Outcome withSentence(Outcome outcome) {
    return outcome.kind().status() == TaskStatus.FAILED
        ? outcome.withUserMessage(sentenceFor(outcome.failureKind(), outcome))
        : outcome;
  }
}
