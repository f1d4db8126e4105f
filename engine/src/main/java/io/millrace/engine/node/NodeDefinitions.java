package io.millrace.engine.node;

import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import java.util.Map;
import java.util.Optional;

/** The sources, sites and jobs that this node knows; {@link DefinitionKeepers} fills them. */
record NodeDefinitions(SourceRegistry sources, SiteRegistry sites, JobRegistry jobs) {

  static NodeDefinitions empty() {
    return new NodeDefinitions(new SourceRegistry(), new SiteRegistry(), new JobRegistry());
  }

  /** Returns the definition of a collection, or of a user-site, which is that of its site. */
  Optional<SourceCollection> find(CollectionId id) {
    return sources
        .find(id)
        .or(
            () ->
                sites
                    .find(id.source())
                    .map(site -> new SourceCollection(id, site.policy(), site.work())));
  }

  /** Returns a collection, site or job whose tasks run in this pool. */
  Optional<String> definitionUsing(String pool) {
    return collectionUsing(pool).or(() -> siteUsing(pool)).or(() -> jobUsing(pool));
  }

  private Optional<String> collectionUsing(String pool) {
    return sources.current().collections().stream()
        .filter(collection -> collection.work().pool().equals(pool))
        .map(collection -> collection.id().owner())
        .findFirst();
  }

  private Optional<String> siteUsing(String pool) {
    return sites.all().entrySet().stream()
        .filter(site -> site.getValue().work().pool().equals(pool))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private Optional<String> jobUsing(String pool) {
    return jobs.all().stream()
        .filter(job -> job.runsIn(pool))
        .map(job -> "the job " + job.jobName().text())
        .findFirst();
  }
}
