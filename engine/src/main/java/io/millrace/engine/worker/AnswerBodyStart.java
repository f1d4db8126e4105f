package io.millrace.engine.worker;

import io.millrace.engine.outbound.OutboundAnswer;
import java.nio.charset.StandardCharsets;

/**
 * The first part of an answer's body.
 *
 * @param cut whether there may be more
 */
record AnswerBodyStart(String text, boolean cut) {
  /** Enough for the longest output, however it is written. */
  static final int MAX_LENGTH = 128 * 1024;

  static AnswerBodyStart of(OutboundAnswer answer) {
    return new AnswerBodyStart(new String(answer.body(), StandardCharsets.UTF_8), answer.cut());
  }

  /** As it may be shown: secrets are hidden before anything more is cut off. */
  String shown(SecretMask mask) {
    return cut ? mask.hideCut(text) : mask.hide(text);
  }
}
