package io.millrace.engine.refresh;

import io.millrace.engine.flow.Channels;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.Definitions;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** What every user-site of a node shares: the time, new uids, definitions, and its pools. */
public record UserSiteContext(
    Channels channels,
    Definitions definitions,
    Clock clock,
    Supplier<UUID> uids,
    UserSiteMeters meters) {

  /** To the millisecond: the precision that is stored, so that what is replayed is the same. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  UUID newUid() {
    return uids.get();
  }

  Optional<Collection> collection(CollectionId id) {
    return definitions.find(id);
  }
}
