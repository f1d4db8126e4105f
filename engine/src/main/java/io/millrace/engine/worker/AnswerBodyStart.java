package io.millrace.engine.worker;

import io.millrace.engine.outbound.OutboundAnswer;
import java.nio.charset.StandardCharsets;

/**
 * The beginning of the body of an answer.
 *
 * @param cut whether there may be more
 */
record AnswerBodyStart(String text, boolean cut) {
  /** Enough for the longest output, in any encoding of its JSON. */
  static final int MAX_LENGTH = 128 * 1024;

  static AnswerBodyStart of(OutboundAnswer answer) {
    return new AnswerBodyStart(new String(answer.body(), StandardCharsets.UTF_8), answer.cut());
  }

  /** Returns the text for display. Secrets are hidden before anything else is cut off. */
  String shown(SecretMask mask) {
    return cut ? mask.hideCut(text) : mask.hide(text);
  }
}
