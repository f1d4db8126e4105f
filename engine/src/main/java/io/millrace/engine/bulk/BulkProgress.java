package io.millrace.engine.bulk;

import io.millrace.engine.task.TaskSearch.TaskCount;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a bulk operation is.
 *
 * @param total how many tasks matched at its start
 * @param handled how many it has asked the owners about
 * @param refused how many were not done, by reason
 */
public record BulkProgress(TaskCount total, long handled, long done, Map<String, Long> refused) {
  public BulkProgress {
    refused = Map.copyOf(refused);
  }

  static BulkProgress start(TaskCount total) {
    return new BulkProgress(total, 0, 0, Map.of());
  }

  /**
   * @param answers why each was not done; empty if it was
   */
  BulkProgress with(Collection<String> answers) {
    Map<String, Long> all = new TreeMap<>(refused);
    answers.stream()
        .filter(answer -> !answer.isEmpty())
        .forEach(answer -> all.merge(answer, 1L, Long::sum));
    long made = answers.stream().filter(String::isEmpty).count();
    return new BulkProgress(total, handled + answers.size(), done + made, all);
  }
}
