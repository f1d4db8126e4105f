package io.millrace.engine.bulk;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Many tasks that are canceled, or run again, one page after the other.
 *
 * @param node the address of the node that does it
 * @param after the last task that was handled; absent at the start
 * @param endedAt absent until it has ended
 */
public record BulkOperation(
    UUID id,
    BulkOrder order,
    BulkState state,
    String node,
    @Nullable UUID after,
    BulkProgress progress,
    @Nullable Instant endedAt) {

  BulkOperation advanced(@Nullable UUID last, BulkProgress further) {
    return new BulkOperation(id, order, state, node, last, further, endedAt);
  }
}
