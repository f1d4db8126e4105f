package io.millrace.engine.refresh;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** What the user-sites of a node share: the time, new uids, definitions and the pools. */
public record UserSiteContext(
    PoolGateway channels,
    CollectionDefinitions definitions,
    SiteRegistry sites,
    ThrottlingSettings throttling,
    Clock clock,
    Supplier<UUID> uids,
    UserSiteMeters meters) {

  /** To the millisecond, as stored: a replay then sees the same times. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  UUID newUid() {
    return uids.get();
  }

  /** The site of a user-site; empty for a collection of a source. */
  Optional<Site> site(CollectionId id) {
    return sites.find(id.source());
  }
}
