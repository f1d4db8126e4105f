package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.Bundle.GivenWebhook;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.EntryTable;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolConfigReader;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobDraft;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.notify.WebhookDefinition;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.notify.WebhookStore.StoredWebhook;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.RunSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the definitions of documents, and collects every error in them. */
final class BundleReader {
  private static final String ONE_JOB = "job";
  private static final String YAML = "application/yaml";
  private static final String KNOWN =
      Stream.concat(Stream.of(ONE_JOB), Arrays.stream(Kind.values()).map(Kind::field))
          .sorted()
          .collect(Collectors.joining(", "));

  private final Bundle bundle = Bundle.empty();
  private final BundleErrors errors;
  private final RunSpec.RunValidator check;
  private final WebhookRules webhooks;
  private final EntryReader entries;
  private final JobReader jobs;

  private BundleReader(RunSpec.RunValidator check, WebhookRules webhooks, BundleErrors errors) {
    this.check = check;
    this.webhooks = webhooks;
    this.errors = errors;
    this.entries = new EntryReader(check);
    this.jobs = new JobReader(check);
  }

  /** What a webhook is read with: the store, and its webhooks. */
  record WebhookRules(WebhookStore store, List<StoredWebhook> stored) {

    GivenWebhook read(String name, ObjectNode content) {
      Optional<StoredWebhook> known =
          stored.stream().filter(webhook -> webhook.name().equals(name)).findFirst();
      WebhookDefinition definition = store.read(name, content, known.isPresent());
      String secret = definition.secret();
      boolean newSecret =
          secret != null && known.filter(webhook -> store.isSecretOf(webhook, secret)).isEmpty();
      return new GivenWebhook(definition, newSecret);
    }
  }

  /**
   * @param check validates each run and its pool
   */
  static Bundle read(
      List<BundleDocument> documents,
      RunSpec.RunValidator check,
      WebhookRules webhooks,
      BundleErrors errors) {
    BundleReader reader = new BundleReader(check, webhooks, errors);
    documents.forEach(reader::document);
    return reader.bundle;
  }

  /** The names of the pools in documents, which other definitions may use. */
  static TreeSet<String> pools(List<BundleDocument> documents) {
    TreeSet<String> names = new TreeSet<>();
    documents.forEach(
        document ->
            document.tree().path(Kind.POOL.field()).fieldNames().forEachRemaining(names::add));
    return names;
  }

  /** Whether documents have a field for this kind. */
  static boolean isNamed(List<BundleDocument> documents, Kind kind) {
    return documents.stream().anyMatch(document -> document.tree().has(kind.field()));
  }

  private void document(BundleDocument document) {
    BundlePlace root = new BundlePlace(document, "");
    if (!document.tree().isObject()) {
      errors.add(root, "", null, "must be a mapping with some of " + KNOWN);
    } else if (isJob(document.tree())) {
      bundle.kinds().add(Kind.JOB);
      job(root, document.tree(), document.isAlone() ? document.file().content() : null);
    } else {
      for (Map.Entry<String, JsonNode> field : document.tree().properties()) {
        field(document, field.getKey(), field.getValue());
      }
    }
  }

  /** A job as {@code PUT /jobs} takes it is a document, too. */
  private static boolean isJob(JsonNode tree) {
    return tree.has("steps") || tree.has("triggers");
  }

  private void field(BundleDocument document, String field, JsonNode value) {
    switch (field) {
      case "clients" -> each(document, Kind.CLIENT, value, this::client);
      case "pools" -> each(document, Kind.POOL, value, this::pool);
      case "sites" -> each(document, Kind.SITE, value, this::site);
      case "webhooks" -> each(document, Kind.WEBHOOK, value, this::webhook);
      case "sources" -> each(document, Kind.COLLECTION, value, this::source);
      case ONE_JOB -> {
        bundle.kinds().add(Kind.JOB);
        job(new BundlePlace(document, field), value, null);
      }
      case "jobs" -> jobs(document, value);
      default ->
          errors.add(
              new BundlePlace(document, field), "", null, "is not a known field; known: " + KNOWN);
    }
  }

  /** Reads one definition with its name. */
  @FunctionalInterface
  private interface NamedReader {
    void read(BundlePlace place, String name, ObjectNode content);
  }

  private void each(BundleDocument document, Kind kind, JsonNode value, NamedReader reader) {
    bundle.kinds().add(kind);
    BundlePlace all = new BundlePlace(document, kind.field());
    if (!value.isObject()) {
      errors.add(all, "", null, "must be a mapping from names to definitions");
      return;
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      BundlePlace place = new BundlePlace(document, all.field(field.getKey()));
      if (field.getValue() instanceof ObjectNode content) {
        errors.collect(
            place,
            () -> {
              InputNode.checkValues(content);
              reader.read(place, field.getKey(), content);
            });
      } else {
        errors.add(place, "", null, "must be a mapping");
      }
    }
  }

  /** Whether this is the first place that has it. */
  private boolean isFirst(DefinitionKey key, BundlePlace place) {
    BundlePlace earlier = bundle.notes().places().putIfAbsent(key, place);
    if (earlier != null) {
      errors.add(place, "", null, "is defined already: " + earlier);
    }
    return earlier == null;
  }

  private void warn(DefinitionKey key, List<CredentialWarning> warnings) {
    if (!warnings.isEmpty()) {
      bundle.notes().warnings().put(key, warnings);
    }
  }

  private void client(BundlePlace place, String id, ObjectNode content) {
    entry(EntryTables.CLIENTS, Kind.CLIENT, place, id, content, bundle.clients()::put);
  }

  private void site(BundlePlace place, String id, ObjectNode content) {
    entry(EntryTables.SITES, Kind.SITE, place, id, content, bundle.sites()::put);
  }

  private <T extends DirectoryEntry> void entry(
      EntryTable<T> table,
      Kind kind,
      BundlePlace place,
      String id,
      ObjectNode content,
      BiConsumer<String, T> save) {
    if (content.has("id") && !content.get("id").asText().equals(id)) {
      errors.add(
          place, "id", content.get("id").asText(), "is not the name before it: '" + id + "'");
      return;
    }
    DefinitionKey key = new DefinitionKey(kind, id);
    T entry = entries.read(table, content.deepCopy().put("id", id));
    if (isFirst(key, place)) {
      save.accept(id, entry);
      warn(key, entry.warnings(place.path() + "."));
    }
  }

  private void pool(BundlePlace place, String name, ObjectNode content) {
    CollectionId.checkName("document", name);
    PoolConfig config = PoolConfigReader.read(content);
    if (isFirst(new DefinitionKey(Kind.POOL, name), place)) {
      bundle.pools().put(name, config);
    }
  }

  private void webhook(BundlePlace place, String name, ObjectNode content) {
    CollectionId.checkName("document", name);
    GivenWebhook webhook = webhooks.read(name, content);
    if (isFirst(new DefinitionKey(Kind.WEBHOOK, name), place)) {
      bundle.webhooks().put(name, webhook);
    }
  }

  /** Errors of a source are paths in its document already. */
  private void source(BundlePlace place, String name, ObjectNode content) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject(Kind.COLLECTION.field()).set(name, content);
    errors.collect(
        new BundlePlace(place.document(), ""),
        () -> {
          Sources read = Sources.read(document, check);
          if (isFirst(new DefinitionKey(Kind.COLLECTION, name + "/"), place)) {
            bundle.sources().put(name, content);
            collections(place, name, content);
            warn(new DefinitionKey(Kind.COLLECTION, name + "/"), read.warnings());
          }
        });
  }

  private void collections(BundlePlace place, String source, ObjectNode content) {
    JsonNode list = content.path("collections");
    for (int i = 0; i < list.size(); i++) {
      String id = source + "/" + list.get(i).path("name").asText();
      bundle
          .notes()
          .places()
          .put(
              new DefinitionKey(Kind.COLLECTION, id),
              new BundlePlace(place.document(), place.field("collections[" + i + "]")));
    }
  }

  private void jobs(BundleDocument document, JsonNode list) {
    bundle.kinds().add(Kind.JOB);
    if (!list.isArray()) {
      errors.add(new BundlePlace(document, Kind.JOB.field()), "", null, "must be a list of jobs");
    }
    for (int i = 0; i < list.size(); i++) {
      job(new BundlePlace(document, Kind.JOB.field() + "[" + i + "]"), list.get(i), null);
    }
  }

  /**
   * Errors stay with the draft, as others may join them.
   *
   * @param text as its author wrote it; absent if it is not known on its own
   */
  private void job(BundlePlace place, JsonNode tree, @Nullable String text) {
    errors.collect(
        place,
        () -> {
          String document = text == null ? "" : text;
          JobDraft draft = jobs.read(tree, new JobDocument(document, YAML), new FieldErrors());
          if (draft.id().equals(JobDraft.NO_ID)) {
            draft.errors().throwIfAny();
          }
          DefinitionKey key = new DefinitionKey(Kind.JOB, draft.id().toString());
          if (isFirst(key, place)) {
            bundle.jobs().put(draft.id(), draft);
            warn(key, warnings(place, draft));
          }
        });
  }

  private static List<CredentialWarning> warnings(BundlePlace place, JobDraft draft) {
    return draft.errors().isEmpty()
        ? JobReader.preview(draft, false, Instant.EPOCH).warnings().stream()
            .map(it -> new CredentialWarning(place.field(it.field()), it.reason()))
            .toList()
        : List.of();
  }
}
