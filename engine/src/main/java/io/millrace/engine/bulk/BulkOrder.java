package io.millrace.engine.bulk;

import io.millrace.engine.task.TaskSearch;
import java.time.Instant;

/**
 * A request to cancel or re-run many tasks.
 *
 * @param search which tasks; tasks that are created later do not count
 * @param askedBy the name of the access token
 */
public record BulkOrder(BulkAction action, TaskSearch search, String askedBy, Instant askedAt) {
  public BulkOrder {
    if (search.query().end().isAfter(askedAt)) {
      throw new IllegalArgumentException("It ends in the future: " + search.query().end());
    }
  }
}
