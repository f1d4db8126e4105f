package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.credential.CredentialAdvice;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.policy.PolicyReader;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.source.WorkReader;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A site, and its definition as given.
 *
 * @param definition the fields that define how its user-sites are refreshed, as JSON
 * @param fresh what is promised for all its user-sites; absent if nothing is
 */
public record SiteEntry(Site site, String definition, @Nullable FreshPromise fresh)
    implements DirectoryEntry {
  private static final List<String> DEFINITION =
      Stream.of(
              PolicyReader.FIELDS,
              List.of(WorkReader.PROJECT, FreshPromiseReader.FIELD),
              WorkReader.FIELDS)
          .flatMap(List::stream)
          .toList();
  private static final String[] FIELDS =
      Stream.concat(
              Stream.of("id", "provider", "maintenance", "supported", "scraping"),
              DEFINITION.stream())
          .toArray(String[]::new);

  /**
   * Reads a site. Errors are collected.
   *
   * @param json the JSON behind {@code node}
   */
  static SiteEntry read(InputNode node, JsonNode json, RunSpec.RunValidator check) {
    node.isMappingOf(FIELDS);
    Work work = WorkReader.read(node, check, WorkReader.project(node));
    if (!work.pool().equals(Work.DEFAULT_POOL)) {
      node.child("pool").refuse("there is no such pool; the only one is " + Work.DEFAULT_POOL);
    }
    String id = EntryFields.id(node, "id");
    if (Task.EXTERNAL.equals(id)) {
      node.child("id").refuse(CollectionId.EXTERNAL_RULE);
    }
    Site site =
        new Site(
            id,
            EntryFields.label(node, "provider"),
            EntryFields.flag(node, "maintenance", false),
            EntryFields.flag(node, "supported", true),
            EntryFields.flag(node, "scraping", false),
            PolicyReader.read(node),
            work);
    return new SiteEntry(site, only(json, DEFINITION), FreshPromiseReader.read(node));
  }

  /** Returns the existing fields of these names, as text. */
  private static String only(JsonNode json, List<String> names) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    names.stream().filter(json::has).forEach(name -> fields.set(name, json.get(name)));
    return fields.toString();
  }

  /**
   * Returns a site as it was saved.
   *
   * @param errors receives the errors of a definition that this release cannot read
   */
  static SiteEntry ofStored(
      String id,
      String provider,
      boolean maintenance,
      boolean supported,
      boolean scraping,
      String definition,
      FieldErrors errors) {
    InputNode node = InputNode.root(JsonDocument.object(definition), errors);
    return new SiteEntry(
        new Site(
            id,
            provider,
            maintenance,
            supported,
            scraping,
            PolicyReader.read(node),
            WorkReader.read(node, RunSpec.RunValidator.ACCEPTED, WorkReader.project(node))),
        definition,
        FreshPromiseReader.read(node));
  }

  @Override
  public String id() {
    return site.id();
  }

  /** Compares the meaning, not the spelling: the same schedule can be written in several ways. */
  @Override
  public boolean isSameAs(DirectoryEntry other) {
    return other instanceof SiteEntry entry
        && site.equals(entry.site)
        && Objects.equals(fresh, entry.fresh);
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", site.id());
    fields.put("provider", site.provider());
    fields.put("maintenance", site.maintenance());
    fields.put("supported", site.supported());
    fields.put("scraping", site.scraping());
    JsonDocument.object(definition)
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue()));
    EntryFields.putPromise(fields, fresh);
    return fields;
  }

  @Override
  public List<CredentialWarning> warnings(String prefix) {
    CredentialAdvice advice = new CredentialAdvice();
    site.work().addCredentialAdvice(advice, prefix + "run", site.id());
    return advice.warnings();
  }
}
