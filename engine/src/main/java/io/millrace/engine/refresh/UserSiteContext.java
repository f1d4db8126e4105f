package io.millrace.engine.refresh;

import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.source.CollectionDefinitions;
import io.millrace.engine.source.CollectionId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** What every user-site of a node shares: the time, new uids, definitions, and its pools. */
public record UserSiteContext(
    PoolGateway channels,
    CollectionDefinitions definitions,
    SiteRegistry sites,
    ThrottlingSettings throttling,
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

  /** The site of a user-site; empty for a collection of a source. */
  Optional<Site> site(CollectionId id) {
    return sites.find(id.source());
  }

  /**
   * Whether it is a user-site that is not in the directory any more. Not to be known here says
   * nothing: this node may not have read the newest sites and sources yet.
   *
   * @param facts what the directory says of it; null if it says nothing
   */
  boolean isDeleted(CollectionId id, UserSiteFacts facts) {
    return site(id).isPresent() && facts == null;
  }
}
