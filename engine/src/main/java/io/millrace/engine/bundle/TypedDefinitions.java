package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobBatch;
import io.millrace.engine.job.JobBatch.StoredJob;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.RunSpec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The definitions of one side of a comparison, as the rules know them. */
record TypedDefinitions(
    Map<String, Client> clients,
    Map<String, Integer> channels,
    Map<String, Site> sites,
    Map<String, SourceCollection> collections,
    Map<String, Job> jobs) {

  static TypedDefinitions before(DefinitionSnapshot stored, BundlePlan plan) {
    Map<String, Client> clients = new LinkedHashMap<>();
    stored.clients().forEach(client -> clients.put(client.id(), client));
    Map<String, Integer> channels = new LinkedHashMap<>();
    for (PoolChange pool : stored.pools()) {
      PoolConfig config = pool.config();
      if (config != null) {
        channels.put(pool.pool(), channels(config));
      }
    }
    Map<String, Site> sites = new LinkedHashMap<>();
    stored.sites().forEach(entry -> sites.put(entry.id(), entry.site()));
    Map<String, Job> jobs = new LinkedHashMap<>();
    for (StoredJob job : stored.jobs()) {
      JobBatch.parsed(job).ifPresent(it -> jobs.put(it.id().toString(), it));
    }
    return new TypedDefinitions(clients, channels, sites, collections(plan.before()), jobs);
  }

  TypedDefinitions after(Bundle bundle, BundlePlan plan, Instant now) {
    Map<String, Client> newClients = new LinkedHashMap<>(clients);
    newClients.putAll(bundle.clients());
    Map<String, Integer> newChannels = new LinkedHashMap<>(channels);
    bundle.pools().forEach((pool, config) -> newChannels.put(pool, channels(config)));
    Map<String, Site> newSites = new LinkedHashMap<>(sites);
    for (SiteEntry entry : bundle.sites().values()) {
      newSites.put(entry.id(), entry.site());
    }
    Map<String, Job> newJobs = new LinkedHashMap<>(jobs);
    bundle
        .jobs()
        .forEach(
            (id, draft) -> {
              Definition job = plan.after().get(new DefinitionKey(Kind.JOB, id.toString()));
              boolean paused = job != null && job.content().has("paused");
              newJobs.put(id.toString(), JobReader.preview(draft, paused, now));
            });
    keep(newClients, Kind.CLIENT, plan);
    keep(newChannels, Kind.POOL, plan);
    keep(newSites, Kind.SITE, plan);
    keep(newJobs, Kind.JOB, plan);
    return new TypedDefinitions(
        newClients, newChannels, newSites, collections(plan.after()), newJobs);
  }

  private static void keep(Map<String, ?> all, Kind kind, BundlePlan plan) {
    all.keySet().removeIf(id -> !plan.after().containsKey(new DefinitionKey(kind, id)));
  }

  private static int channels(PoolConfig config) {
    return config.enabled() ? config.maxConcurrency() : 0;
  }

  private static Map<String, SourceCollection> collections(
      Map<DefinitionKey, Definition> definitions) {
    JsonNode document = BundleWriter.sourcesOf(definitions.values());
    Map<String, SourceCollection> collections = new LinkedHashMap<>();
    Sources.read(document, RunSpec.RunValidator.ACCEPTED)
        .collections()
        .forEach(collection -> collections.put(collection.id().owner(), collection));
    return collections;
  }
}
