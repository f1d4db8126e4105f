package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.job.JobDraft;
import io.millrace.engine.notify.WebhookDefinition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The definitions in some files, read but not yet compared with anything.
 *
 * @param sources by name; each is a source as the sources document has it
 */
record Bundle(
    Map<String, Client> clients,
    Map<String, PoolConfig> pools,
    Map<String, SiteEntry> sites,
    Map<String, ObjectNode> sources,
    Map<UUID, JobDraft> jobs,
    Map<String, GivenWebhook> webhooks,
    BundleNotes notes) {

  /**
   * A webhook, and whether its secret is another one than the stored one.
   *
   * @param newSecret false if it is the same, or left out
   */
  record GivenWebhook(WebhookDefinition definition, boolean newSecret) {}

  /**
   * What is known of the definitions beside their content.
   *
   * @param kinds the kinds that the files name, even if without any definition
   * @param places where each is written; a source counts as a collection without a name
   * @param warnings about credentials in plain text
   */
  record BundleNotes(
      Set<DefinitionKey.Kind> kinds,
      Map<DefinitionKey, BundlePlace> places,
      Map<DefinitionKey, List<CredentialWarning>> warnings) {}

  static Bundle empty() {
    return new Bundle(
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new BundleNotes(
            EnumSet.noneOf(DefinitionKey.Kind.class),
            new LinkedHashMap<>(),
            new LinkedHashMap<>()));
  }

  Set<DefinitionKey.Kind> kinds() {
    return notes.kinds();
  }

  /** Where a definition is written; that of its source if a collection is not in the files. */
  Optional<BundlePlace> place(DefinitionKey key) {
    BundlePlace place = notes.places().get(key);
    return Optional.ofNullable(place == null ? notes.places().get(sourceOf(key)) : place);
  }

  /** The source of a collection; anything else itself. */
  private static DefinitionKey sourceOf(DefinitionKey key) {
    return key.kind() == DefinitionKey.Kind.COLLECTION
        ? new DefinitionKey(key.kind(), key.id().substring(0, key.id().indexOf('/') + 1))
        : key;
  }

  List<CredentialWarning> warnings(Set<DefinitionKey> of) {
    Set<DefinitionKey> keys = new HashSet<>(of);
    of.forEach(key -> keys.add(sourceOf(key)));
    List<CredentialWarning> found = new ArrayList<>();
    notes
        .warnings()
        .forEach(
            (key, warnings) -> {
              if (keys.contains(key)) {
                found.addAll(warnings);
              }
            });
    return found;
  }
}
