package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.job.JobName;
import io.millrace.engine.notify.Notification;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Brings definitions of every kind into one form, in which they can be compared and written. */
final class DefinitionContents {
  static final String PROJECT = "project";
  static final String COLLECTIONS = "collections";
  private static final String PAUSED = "paused";
  private static final String RUN = "run";
  private static final String URL = "url";
  private static final String SECRET = "secret";
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private DefinitionContents() {}

  static Definition ofEntry(Kind kind, DirectoryEntry entry) {
    ObjectNode content = MAPPER.valueToTree(entry.fields());
    content.remove("id");
    return named(kind, entry.id(), content);
  }

  static Definition ofPool(String pool, PoolConfig config) {
    return named(Kind.POOL, pool, MAPPER.valueToTree(config));
  }

  /** A secret is never shown; a new one is only marked. */
  static Definition ofWebhook(
      String name, String url, Set<Notification.Kind> kinds, boolean newSecret) {
    ObjectNode content = MAPPER.createObjectNode().put(URL, url);
    if (kinds.size() < Notification.Kind.values().length) {
      ArrayNode list = content.putArray("kinds");
      kinds.stream().map(Notification.Kind::text).sorted().forEach(list::add);
    }
    if (newSecret) {
      content.put(SECRET, CredentialMask.SHOWN);
    }
    return named(Kind.WEBHOOK, name, content);
  }

  /**
   * @param definition the document as JSON
   * @param paused whether the job is paused, whatever its document says
   */
  static Definition ofJob(UUID id, JobName name, String definition, boolean paused) {
    ObjectNode content = JsonDocument.anyObject(definition);
    content.remove(PAUSED);
    if (paused) {
      content.put(PAUSED, true);
    }
    return new Definition(new DefinitionKey(Kind.JOB, id.toString()), name.text(), content);
  }

  /** The collections of a source, each with the project of the source. */
  static List<Definition> ofSource(String source, JsonNode fields) {
    JsonNode project = fields.get(PROJECT);
    return StreamSupport.stream(fields.path(COLLECTIONS).spliterator(), false)
        .map(collection -> ofCollection(source, (ObjectNode) collection, project))
        .toList();
  }

  private static Definition ofCollection(
      String source, ObjectNode collection, @Nullable JsonNode project) {
    return named(
        Kind.COLLECTION,
        source + "/" + collection.path("name").asText(),
        withProject(collection, project));
  }

  static ObjectNode withProject(ObjectNode collection, @Nullable JsonNode project) {
    ObjectNode content = collection.deepCopy();
    content.remove(PROJECT);
    return project == null ? content : content.set(PROJECT, project);
  }

  private static Definition named(Kind kind, String id, ObjectNode content) {
    return new Definition(new DefinitionKey(kind, id), id, content);
  }

  /** The same without the credentials in it; it has the same shape. */
  static Definition masked(Definition definition) {
    ObjectNode content = definition.content().deepCopy();
    mask(content);
    content.path("steps").forEach(DefinitionContents::mask);
    if (definition.key().kind() == Kind.WEBHOOK) {
      content.put(URL, CredentialMask.SHOWN).remove(SECRET);
    }
    return new Definition(definition.key(), definition.name(), content);
  }

  private static void mask(JsonNode node) {
    if (node instanceof ObjectNode fields && fields.has(RUN)) {
      Object run = MAPPER.convertValue(fields.get(RUN), Object.class);
      fields.set(RUN, MAPPER.valueToTree(CredentialMask.maskedRun(run)));
    }
  }
}
