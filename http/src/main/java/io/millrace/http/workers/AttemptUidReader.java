package io.millrace.http.workers;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.Optional;
import java.util.UUID;

/** The fence of an attempt, as a report names it. */
final class AttemptUidReader {
  private AttemptUidReader() {}

  /** The field {@code attempt_uid} of a report; empty if it was refused, which is noted. */
  static Optional<UUID> read(InputNode report) {
    return report.required("attempt_uid").flatMap(field -> field.text(AttemptUidReader::parse));
  }

  static UUID parse(String text) {
    try {
      UUID uid = UUID.fromString(text);
      if (uid.toString().equalsIgnoreCase(text)) {
        return uid;
      }
    } catch (IllegalArgumentException notAUuid) {
      // said below, as for one that is only nearly a UUID
    }
    throw new InvalidInputException("attempt_uid", text, "must be the attempt's UUID");
  }
}
