package io.millrace.engine.simulate;

import io.millrace.engine.directory.Site;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a collection, or every user-site of a site, is refreshed.
 *
 * @param name of the site, or {@code source/collection}
 * @param site absent for a collection
 */
public record RefreshDefinition(
    String name, @Nullable Site site, SourceCollection collection, RunProfile profile) {
  /** Stands for any user-site of a site. */
  private static final String ANY = "any";

  public static RefreshDefinition of(Site site, RunProfiles profiles) {
    SourceCollection any =
        new SourceCollection(new CollectionId(site.id(), ANY), site.policy(), site.work());
    return new RefreshDefinition(site.id(), site, any, profiles.ofSite(site.id()));
  }

  public static RefreshDefinition of(SourceCollection collection, RunProfiles profiles) {
    return new RefreshDefinition(
        collection.id().owner(),
        null,
        collection,
        profiles.of(collection.source(), collection.name()));
  }

  /** How old the data of a collection may be; absent if its source promises nothing. */
  @Nullable Duration promised() {
    FreshPromise promise = collection.fresh();
    return promise == null ? null : promise.within();
  }

  /** The site or source, whose outage concerns it. */
  String source() {
    return collection.source();
  }
}
