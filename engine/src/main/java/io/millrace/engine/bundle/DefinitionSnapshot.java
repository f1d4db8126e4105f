package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.EntryBatch;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.input.ContentVersion;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.job.JobBatch;
import io.millrace.engine.job.JobBatch.StoredJob;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.notify.WebhookStore.StoredWebhook;
import io.millrace.engine.source.SourceStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that is defined at one moment.
 *
 * @param sources the sources document as a tree
 * @param versions of all definitions; all collections have that of the sources document
 */
record DefinitionSnapshot(
    List<Client> clients,
    List<PoolChange> pools,
    List<SiteEntry> sites,
    JsonNode sources,
    List<StoredJob> jobs,
    List<StoredWebhook> webhooks,
    Map<DefinitionKey, String> versions) {
  /** All collections share a version, because they are saved as one document. */
  static final DefinitionKey SOURCES = new DefinitionKey(Kind.COLLECTION, "");

  /** Reads everything in a transaction of the caller, which sees one state. */
  static DefinitionSnapshot read(Connection connection, PoolStore poolStore) throws SQLException {
    EntryBatch entries = new EntryBatch(connection);
    SourceStore.SourcesDocument document =
        SourceStore.newest(connection).orElseGet(() -> new SourceStore.SourcesDocument(0, ""));
    List<Client> clients = entries.all(EntryTables.CLIENTS);
    List<PoolChange> pools = poolStore.all(connection);
    List<StoredJob> jobs = JobBatch.all(connection);
    List<StoredWebhook> webhooks = WebhookStore.all(connection);
    Map<DefinitionKey, String> versions = new HashMap<>();
    for (StoredWebhook webhook : webhooks) {
      versions.put(
          new DefinitionKey(Kind.WEBHOOK, webhook.name()), Long.toString(webhook.version()));
    }
    versions.put(SOURCES, Long.toString(document.version()));
    entries
        .siteVersions()
        .forEach((site, version) -> versions.put(new DefinitionKey(Kind.SITE, site), version));
    for (Client client : clients) {
      versions.put(
          new DefinitionKey(Kind.CLIENT, client.id()),
          ContentVersion.of(client.fields().toString()));
    }
    for (PoolChange pool : pools) {
      versions.put(new DefinitionKey(Kind.POOL, pool.pool()), Long.toString(pool.version()));
    }
    for (StoredJob job : jobs) {
      versions.put(
          new DefinitionKey(Kind.JOB, job.saved().id().toString()),
          Long.toString(job.saved().version()));
    }
    return new DefinitionSnapshot(
        clients,
        pools,
        entries.all(EntryTables.SITES),
        YamlDocument.read(document.document(), new FieldErrors()).path(Kind.COLLECTION.field()),
        jobs,
        webhooks,
        versions);
  }

  SortedMap<DefinitionKey, Definition> definitions() {
    SortedMap<DefinitionKey, Definition> all = new TreeMap<>();
    clients.forEach(client -> put(all, DefinitionContents.ofEntry(Kind.CLIENT, client)));
    sites.forEach(site -> put(all, DefinitionContents.ofEntry(Kind.SITE, site)));
    for (PoolChange pool : pools) {
      PoolConfig config = pool.config();
      if (config != null) {
        put(all, DefinitionContents.ofPool(pool.pool(), config));
      }
    }
    for (Map.Entry<String, JsonNode> source : sources.properties()) {
      DefinitionContents.ofSource(source.getKey(), source.getValue())
          .forEach(collection -> put(all, collection));
    }
    for (StoredJob job : jobs) {
      put(
          all,
          DefinitionContents.ofJob(
              job.saved().id(),
              job.saved().jobName(),
              job.saved().definition(),
              job.saved().paused()));
    }
    for (StoredWebhook webhook : webhooks) {
      put(all, DefinitionContents.ofWebhook(webhook.name(), webhook.url(), webhook.kinds(), false));
    }
    return all;
  }

  private static void put(Map<DefinitionKey, Definition> all, Definition definition) {
    all.put(definition.key(), definition);
  }
}
