package io.millrace.engine.policy;

import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sentences that the user sees after a failure. The failure's own sentence comes first, then
 * the definition's sentence for its kind, then the built-in sentence.
 *
 * @param own the definition's sentences, by kind
 * @param otherwise the definition's sentence for all other kinds; absent if it has none
 */
public record UserMessages(Map<FailureKind, String> own, @Nullable String otherwise) {
  public static final UserMessages NONE = new UserMessages(Map.of(), null);

  public UserMessages {
    own = Map.copyOf(own);
  }

  public String sentenceFor(FailureKind kind) {
    return own.getOrDefault(kind, otherwise == null ? kind.sentence() : otherwise);
  }

  /** The outcome's own sentence; if it has none, the sentence for this kind. */
  public String sentenceFor(FailureKind kind, Outcome outcome) {
    return outcome.userMessage().isBlank() ? sentenceFor(kind) : outcome.userMessage();
  }

  /** The outcome as stored: a failure always has a sentence for the user. */
  public Outcome withSentence(Outcome outcome) {
    return outcome.kind().status() == TaskStatus.FAILED
        ? outcome.withUserMessage(sentenceFor(outcome.failureKind(), outcome))
        : outcome;
  }
}
