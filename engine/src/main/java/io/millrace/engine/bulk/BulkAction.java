package io.millrace.engine.bulk;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskStatus;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with each task. */
public enum BulkAction {
  CANCEL,
  RERUN;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static BulkAction of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /**
   * The statuses of its tasks: open tasks are canceled, ended tasks run again.
   *
   * @param asked absent for the usual ones
   */
  public Set<TaskStatus> statuses(@Nullable TaskStatus asked) {
    if (this == CANCEL) {
      if (asked != null && asked.isFinal()) {
        throw new InvalidInputException(
            "status", asked.name(), "has ended, so it cannot be canceled");
      }
      return asked == null ? TaskQuery.OPEN : Set.of(asked);
    }
    if (asked != null && !asked.isFinal()) {
      throw new InvalidInputException(
          "status", asked.name(), "has not ended, so it cannot run again");
    }
    return Set.of(asked == null ? TaskStatus.FAILED : asked);
  }
}
