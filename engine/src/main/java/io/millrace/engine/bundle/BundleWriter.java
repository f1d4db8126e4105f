package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.BundlePlan.PlannedChanges;
import io.millrace.engine.bundle.BundleService.DefinitionStores;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.bundle.DefinitionReloads.SavedDefinitions;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.EntryBatch;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.job.JobBatch;
import io.millrace.engine.job.JobBatch.JobWrite;
import io.millrace.engine.job.JobBatch.StoredJob;
import io.millrace.engine.job.JobDraft;
import io.millrace.engine.job.SavedJob;
import io.millrace.engine.notify.WebhookDefinition;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Stores what a plan changes, in a transaction of the caller. */
record BundleWriter(
    Connection connection, Bundle bundle, DefinitionSnapshot stored, BundlePlan plan, String by) {
  private static final String REASON = "applied";

  /** Between the first and the last statement a node decides about thousands of definitions. */
  private static final String PATIENCE = "set local idle_in_transaction_session_timeout = '60s'";

  /** Excludes all other changes of definitions, always in the same order. */
  static void lock(Connection connection) throws SQLException {
    new Statements(connection).update(PATIENCE);
    JobBatch.lock(connection);
    new EntryBatch(connection).lock();
    SourceStore.lock(connection);
    PoolStore.lock(connection);
    WebhookStore.lock(connection);
  }

  /** Nobody can add users or user-sites to what is deleted. */
  void lockDeleted() throws SQLException {
    EntryBatch entries = new EntryBatch(connection);
    entries.lock(EntryTables.CLIENTS, deleted(Kind.CLIENT, Function.identity()));
    entries.lock(EntryTables.SITES, deleted(Kind.SITE, Function.identity()));
  }

  SavedDefinitions write(DefinitionStores stores, Instant now) throws SQLException {
    writeEntries(EntryTables.CLIENTS, Kind.CLIENT, bundle.clients(), now);
    writeEntries(EntryTables.SITES, Kind.SITE, bundle.sites(), now);
    Map<String, Optional<PoolConfig>> configs = pools();
    stores.pools().write(connection, configs, by, REASON);
    stores
        .webhooks()
        .write(connection, webhooks(), deleted(Kind.WEBHOOK, Function.identity()), by, now);
    PlannedChanges changes = plan.changes();
    if (changes.concern(Kind.COLLECTION)) {
      SourceStore.save(connection, BundleYaml.write(sourcesOf(plan.after().values())), by);
    }
    if (changes.concern(Kind.JOB)) {
      new JobBatch(connection, by, now).write(jobs(), deleted(Kind.JOB, UUID::fromString));
    }
    return new SavedDefinitions(
        List.copyOf(configs.keySet()),
        changes.concern(Kind.COLLECTION),
        collections(),
        changes.concern(Kind.SITE),
        changes.concern(Kind.JOB),
        remainingSteps());
  }

  private <T extends DirectoryEntry> void writeEntries(
      EntryTable<T> table, Kind kind, Map<String, T> entries, Instant now) throws SQLException {
    List<T> inserts = new ArrayList<>();
    List<T> updates = new ArrayList<>();
    entries.forEach(
        (id, entry) -> {
          DefinitionKey key = new DefinitionKey(kind, id);
          if (plan.changes().created().contains(key)) {
            inserts.add(entry);
          } else if (plan.changes().changed().contains(key)) {
            updates.add(entry);
          }
        });
    EntryBatch batch = new EntryBatch(connection);
    batch.delete(table, deleted(kind, Function.identity()));
    batch.write(table, inserts, updates, now);
  }

  private Map<String, Optional<PoolConfig>> pools() {
    Map<String, Optional<PoolConfig>> configs = new TreeMap<>();
    Set<DefinitionKey> saved = plan.changes().saved();
    bundle
        .pools()
        .forEach(
            (name, config) -> {
              if (saved.contains(new DefinitionKey(Kind.POOL, name))) {
                configs.put(name, Optional.of(config));
              }
            });
    deleted(Kind.POOL, Function.identity())
        .forEach(name -> configs.put(name, Optional.<PoolConfig>empty()));
    return configs;
  }

  private List<WebhookDefinition> webhooks() {
    Set<DefinitionKey> saved = plan.changes().saved();
    return bundle.webhooks().entrySet().stream()
        .filter(webhook -> saved.contains(new DefinitionKey(Kind.WEBHOOK, webhook.getKey())))
        .map(webhook -> webhook.getValue().definition())
        .toList();
  }

  /** The sources document of these definitions, in the order of their names. */
  static ObjectNode sourcesOf(Collection<Definition> definitions) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ObjectNode sources = document.putObject(Kind.COLLECTION.field());
    for (Definition definition : definitions) {
      String name = BundlePlan.sourceOf(definition.key());
      if (!name.isEmpty()) {
        ObjectNode content = definition.content().deepCopy();
        JsonNode project = content.remove(DefinitionContents.PROJECT);
        ObjectNode source =
            sources.get(name) instanceof ObjectNode known ? known : sources.putObject(name);
        if (project != null) {
          source.set(DefinitionContents.PROJECT, project);
        }
        ArrayNode collections =
            source.get(DefinitionContents.COLLECTIONS) instanceof ArrayNode known
                ? known
                : source.putArray(DefinitionContents.COLLECTIONS);
        collections.add(content);
      }
    }
    return document;
  }

  private List<JobWrite> jobs() {
    Map<UUID, SavedJob> before =
        stored.jobs().stream()
            .map(StoredJob::saved)
            .collect(Collectors.toMap(SavedJob::id, Function.identity()));
    Set<DefinitionKey> saved = plan.changes().saved();
    List<JobWrite> writes = new ArrayList<>();
    bundle
        .jobs()
        .forEach(
            (id, draft) -> {
              DefinitionKey key = new DefinitionKey(Kind.JOB, id.toString());
              if (saved.contains(key)) {
                boolean paused = definition(key).content().has("paused");
                writes.add(new JobWrite(withText(draft), before.get(id), paused));
              }
            });
    return writes;
  }

  /** A job that is not alone in its file gets a text of its own. */
  private static JobDraft withText(JobDraft draft) {
    return draft.document().text().isEmpty()
        ? draft.withText(BundleYaml.write(JsonDocument.anyObject(draft.definition())))
        : draft;
  }

  private Definition definition(DefinitionKey key) {
    return Optional.ofNullable(plan.after().get(key)).orElseThrow();
  }

  private Set<String> collections() {
    return plan.changes().changed().stream()
        .filter(key -> key.kind() == Kind.COLLECTION)
        .map(DefinitionKey::id)
        .collect(Collectors.toSet());
  }

  /** The steps that are left of each job that lost some. */
  private Map<Long, Set<String>> remainingSteps() {
    Map<Long, Set<String>> remaining = new HashMap<>();
    for (StoredJob job : stored.jobs()) {
      DefinitionKey key = new DefinitionKey(Kind.JOB, job.saved().id().toString());
      Definition before = plan.before().get(key);
      Definition after = plan.after().get(key);
      if (before != null && (after == null || plan.changes().changed().contains(key))) {
        Set<String> now = after == null ? Set.of() : steps(after);
        if (!now.containsAll(steps(before))) {
          remaining.put(job.saved().number(), now);
        }
      }
    }
    return remaining;
  }

  private static Set<String> steps(Definition job) {
    Set<String> names = new HashSet<>();
    job.content().path("steps").forEach(step -> names.add(step.path("name").asText()));
    return names;
  }

  private <T> List<T> deleted(Kind kind, Function<String, T> read) {
    return plan.changes().deleted().stream()
        .filter(key -> key.kind() == kind)
        .map(key -> read.apply(key.id()))
        .toList();
  }
}
