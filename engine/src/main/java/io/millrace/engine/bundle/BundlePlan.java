package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.input.ContentVersion;
import io.millrace.engine.job.JobDraft;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What applying a bundle does. It is a pure function of the bundle and of what is stored.
 *
 * @param version of everything that was compared
 * @param changes the definitions that differ, and how many do not
 */
record BundlePlan(
    SortedMap<DefinitionKey, Definition> before,
    SortedMap<DefinitionKey, Definition> after,
    String version,
    PlannedChanges changes) {

  /**
   * The definitions that differ.
   *
   * @param unchanged how many definitions of the bundle are the same already
   */
  record PlannedChanges(
      SortedSet<DefinitionKey> created,
      SortedSet<DefinitionKey> changed,
      SortedSet<DefinitionKey> deleted,
      int unchanged) {

    Set<DefinitionKey> saved() {
      Set<DefinitionKey> saved = new HashSet<>(created);
      saved.addAll(changed);
      return saved;
    }

    boolean concern(Kind kind) {
      return created.stream().anyMatch(key -> key.kind() == kind)
          || changed.stream().anyMatch(key -> key.kind() == kind)
          || deleted.stream().anyMatch(key -> key.kind() == kind);
    }
  }

  /**
   * @param defaultPool the pool that is never deleted
   */
  static BundlePlan of(
      Bundle bundle, DefinitionSnapshot stored, boolean prune, String defaultPool) {
    SortedMap<DefinitionKey, Definition> before = stored.definitions();
    SortedMap<DefinitionKey, Definition> given = given(bundle, before);
    SortedMap<DefinitionKey, Definition> after = new TreeMap<>(before);
    if (prune) {
      after
          .keySet()
          .removeIf(
              key ->
                  bundle.kinds().contains(key.kind())
                      && !key.equals(new DefinitionKey(Kind.POOL, defaultPool)));
    }
    moveToProjects(after, bundle.sources());
    after.putAll(given);
    return new BundlePlan(
        before,
        after,
        version(bundle, stored, prune, given.keySet()),
        changes(before, after, given.keySet()));
  }

  /** The same for somebody who may not learn whether credentials differ. */
  BundlePlan withoutCredentials() {
    SortedMap<DefinitionKey, Definition> maskedBefore = new TreeMap<>(before);
    SortedMap<DefinitionKey, Definition> maskedAfter = new TreeMap<>(after);
    maskedBefore.replaceAll((key, definition) -> DefinitionContents.masked(definition));
    maskedAfter.replaceAll((key, definition) -> DefinitionContents.masked(definition));
    SortedSet<DefinitionKey> changed = new TreeSet<>(changes.changed());
    changed.removeIf(key -> FieldDifference.isNone(maskedBefore.get(key), maskedAfter.get(key)));
    int same = changes.changed().size() - changed.size();
    return new BundlePlan(
        maskedBefore,
        maskedAfter,
        version,
        new PlannedChanges(
            changes.created(), changed, changes.deleted(), changes.unchanged() + same));
  }

  private static SortedMap<DefinitionKey, Definition> given(
      Bundle bundle, Map<DefinitionKey, Definition> before) {
    SortedMap<DefinitionKey, Definition> given = new TreeMap<>();
    bundle
        .clients()
        .values()
        .forEach(it -> put(given, DefinitionContents.ofEntry(Kind.CLIENT, it)));
    bundle.sites().values().forEach(it -> put(given, DefinitionContents.ofEntry(Kind.SITE, it)));
    bundle.pools().forEach((name, it) -> put(given, DefinitionContents.ofPool(name, it)));
    bundle
        .sources()
        .forEach(
            (name, it) -> DefinitionContents.ofSource(name, it).forEach(one -> put(given, one)));
    bundle
        .webhooks()
        .forEach(
            (name, it) ->
                put(
                    given,
                    DefinitionContents.ofWebhook(
                        name, it.definition().url(), it.definition().kinds(), it.newSecret())));
    for (JobDraft draft : bundle.jobs().values()) {
      put(
          given,
          DefinitionContents.ofJob(
              draft.id(), draft.jobName(), draft.definition(), isPaused(draft, before)));
    }
    return given;
  }

  private static void put(Map<DefinitionKey, Definition> all, Definition definition) {
    all.put(definition.key(), definition);
  }

  /** A document that does not say whether the job is paused leaves that as it is. */
  private static boolean isPaused(JobDraft draft, Map<DefinitionKey, Definition> before) {
    Boolean paused = draft.paused();
    Definition stored = before.get(new DefinitionKey(Kind.JOB, draft.id().toString()));
    return paused != null ? paused : stored != null && stored.content().has("paused");
  }

  /** The collections that stay in a source get the project that the source has now. */
  private static void moveToProjects(
      Map<DefinitionKey, Definition> after, Map<String, ObjectNode> sources) {
    after.replaceAll(
        (key, definition) -> {
          ObjectNode source = sources.get(sourceOf(key));
          JsonNode project = source == null ? null : source.get(DefinitionContents.PROJECT);
          return source == null
              ? definition
              : new Definition(
                  key,
                  definition.name(),
                  DefinitionContents.withProject(definition.content(), project));
        });
  }

  /** The source of a collection; empty for what is no collection. */
  static String sourceOf(DefinitionKey key) {
    return key.kind() == Kind.COLLECTION ? key.id().substring(0, key.id().indexOf('/')) : "";
  }

  private static PlannedChanges changes(
      Map<DefinitionKey, Definition> before,
      Map<DefinitionKey, Definition> after,
      Set<DefinitionKey> given) {
    PlannedChanges changes =
        new PlannedChanges(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(before.keySet()), 0);
    changes.deleted().removeAll(after.keySet());
    int same = 0;
    for (Map.Entry<DefinitionKey, Definition> definition : after.entrySet()) {
      Definition old = before.get(definition.getKey());
      if (old == null) {
        changes.created().add(definition.getKey());
      } else if (!old.isSameAs(definition.getValue())) {
        changes.changed().add(definition.getKey());
      } else if (given.contains(definition.getKey())) {
        same++;
      }
    }
    return new PlannedChanges(changes.created(), changes.changed(), changes.deleted(), same);
  }

  /** One version of everything that the answer depends on. */
  private static String version(
      Bundle bundle, DefinitionSnapshot stored, boolean prune, Set<DefinitionKey> given) {
    Map<DefinitionKey, String> compared = new HashMap<>();
    for (DefinitionKey key : given) {
      DefinitionKey versioned = key.kind() == Kind.COLLECTION ? DefinitionSnapshot.SOURCES : key;
      compared.put(versioned, stored.versions().getOrDefault(versioned, ""));
    }
    stored
        .versions()
        .forEach(
            (key, version) -> {
              if (prune && bundle.kinds().contains(key.kind())) {
                compared.put(key, version);
              }
            });
    StringBuilder text = new StringBuilder();
    new TreeMap<>(compared)
        .forEach((key, version) -> text.append(key).append(' ').append(version).append('\n'));
    return ContentVersion.of(text.toString());
  }
}
