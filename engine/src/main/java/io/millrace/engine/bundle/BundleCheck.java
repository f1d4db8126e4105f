package io.millrace.engine.bundle;

import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.directory.EntryBatch;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.flow.PoolService;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.JobBatchCheck;
import io.millrace.engine.job.JobBatchCheck.BrokenUse;
import io.millrace.engine.job.JobDraft;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Checks what a bundle does to other definitions: nothing that is needed may be gone. */
record BundleCheck(Bundle bundle, DefinitionSnapshot stored, BundlePlan plan, BundleErrors errors) {

  /** A definition that could not be read looks as if it were gone, so then less is checked. */
  void check(Connection connection) throws SQLException {
    boolean allRead = errors.isEmpty();
    checkJobs(allRead ? Set.copyOf(deleted(Kind.JOB)) : Set.of());
    if (allRead) {
      checkNames();
      checkUsers(connection, Kind.CLIENT);
      checkUsers(connection, Kind.SITE);
      checkPools(connection);
    }
  }

  /** User-sites and collections are told apart by the name of their site or source. */
  private void checkNames() {
    Set<String> reported = new HashSet<>();
    for (DefinitionKey key : plan.changes().created()) {
      String source = BundlePlan.sourceOf(key);
      boolean clash =
          key.kind() == Kind.SITE
              ? hasSource(key.id())
              : key.kind() == Kind.COLLECTION && plan.after().containsKey(site(source));
      if (clash && reported.add(key.kind() == Kind.SITE ? key.id() : source)) {
        add(
            key,
            key.kind() == Kind.SITE
                ? "is the name of a source; a site needs a different name"
                : "is in a source with the name of a site; a source needs a different name");
      }
    }
  }

  private static DefinitionKey site(String id) {
    return new DefinitionKey(Kind.SITE, id);
  }

  private boolean hasSource(String name) {
    DefinitionKey first = new DefinitionKey(Kind.COLLECTION, name + "/");
    return plan.after().tailMap(first).keySet().stream()
        .findFirst()
        .filter(key -> key.kind() == Kind.COLLECTION && key.id().startsWith(name + "/"))
        .isPresent();
  }

  private void checkJobs(Set<String> deleted) {
    List<BrokenUse> broken =
        JobBatchCheck.check(
            stored.jobs(),
            bundle.jobs().values(),
            deleted.stream().map(UUID::fromString).collect(Collectors.toSet()));
    for (JobDraft draft : bundle.jobs().values()) {
      try {
        draft.errors().throwIfAny();
      } catch (InvalidInputException refused) {
        errors.addAll(
            bundle.place(new DefinitionKey(Kind.JOB, draft.id().toString())).orElseThrow(),
            refused.errors());
      }
    }
    for (BrokenUse use : broken) {
      add(new DefinitionKey(Kind.JOB, use.job().toString()), use.error().toString());
    }
  }

  private void checkUsers(Connection connection, Kind kind) throws SQLException {
    List<String> deleted = deleted(kind);
    if (!deleted.isEmpty()) {
      new EntryBatch(connection)
          .inUse(kind == Kind.CLIENT ? EntryTables.CLIENTS : EntryTables.SITES, deleted)
          .forEach(
              (id, users) ->
                  add(
                      new DefinitionKey(kind, id),
                      "cannot be deleted: it still has %d that belong to it; delete those first"
                          .formatted(users)));
    }
  }

  private void checkPools(Connection connection) throws SQLException {
    List<String> deleted = deleted(Kind.POOL);
    if (deleted.isEmpty()) {
      return;
    }
    Map<String, String> users = new HashMap<>();
    plan.after().values().forEach(definition -> addPools(definition, users));
    deleted.stream()
        .filter(users::containsKey)
        .forEach(pool -> addInUse(pool, users.get(pool) + " runs in it"));
    new Statements(connection)
        .forEach(
            "select pool, count(*) from open_task where pool = any(?) group by 1",
            row -> addInUse(row.getString(1), PoolService.inUse(row.getLong(2))),
            deleted);
  }

  private static void addPools(Definition definition, Map<String, String> users) {
    String pool = definition.content().path("pool").asText();
    users.putIfAbsent(pool, definition.key().kind().text() + " " + definition.name());
    definition
        .content()
        .path("steps")
        .forEach(
            step -> users.putIfAbsent(step.path("pool").asText(), "the job " + definition.name()));
  }

  private void addInUse(String pool, String why) {
    add(new DefinitionKey(Kind.POOL, pool), "cannot be deleted: " + why);
  }

  private List<String> deleted(Kind kind) {
    return plan.changes().deleted().stream()
        .filter(key -> key.kind() == kind)
        .map(DefinitionKey::id)
        .toList();
  }

  private void add(DefinitionKey key, String reason) {
    Definition known = plan.before().get(key);
    bundle
        .place(key)
        .ifPresentOrElse(
            place -> errors.add(place, "", null, reason),
            () -> errors.add(key, known == null ? key.id() : known.name(), reason));
  }
}
