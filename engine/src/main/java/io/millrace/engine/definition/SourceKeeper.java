package io.millrace.engine.definition;

import io.millrace.engine.due.DueStore;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.RunSpec;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node's sources up to date: from the API, from a watched file, and from documents that
 * other nodes saved. A document with any error changes nothing.
 */
public final class SourceKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceKeeper.class);
  private static final int NOTIFY_AT_ONCE = 256;
  private static final String EMPTY =
      "has no collection, so all collections would be removed; if you mean that, PUT it to"
          + " /sources?empty=true";

  /** Sources that were saved, and their version. */
  public record SavedSources(Sources sources, long version) {}

  /** A document that could be saved, and what it would replace. */
  public record CheckedSources(Sources before, Sources after) {}

  @FunctionalInterface
  private interface RetriedWork {
    void run() throws SQLException;
  }

  private final SourceRegistry registry;
  private final SourceStore store;
  private final DueStore due;
  private final RunSpec.RunValidator check;
  private final Predicate<String> isSite;
  private final Function<String, CompletionStage<?>> define;
  private final Function<String, CompletionStage<?>> saved;
  private final @Nullable SourcesFile file;
  private final KeeperThread thread = new KeeperThread("source-keeper");
  private long version = -1;
  private boolean hasUnnotified;

  /** Owners of removed collections, which may have no booking that shows it. */
  private final Set<String> removed = new TreeSet<>();

  /** Disabled owners that are to learn that the document was saved again. */
  private final Set<String> savedAgain = new TreeSet<>();

  /**
   * @param isSite whether a site has that name; a source must not have the same name
   * @param define notifies a user-site that its definition changed
   * @param saved notifies a user-site that a person saved it, so that it is enabled again
   * @param file the sources file, if there is one
   */
  public SourceKeeper(
      SourceRegistry registry,
      SourceStore store,
      DueStore due,
      RunSpec.RunValidator check,
      Predicate<String> isSite,
      Function<String, CompletionStage<?>> define,
      Function<String, CompletionStage<?>> saved,
      @Nullable SourcesFile file) {
    this.registry = registry;
    this.store = store;
    this.due = due;
    this.check = check;
    this.isSite = isSite;
    this.define = define;
    this.saved = saved;
    this.file = file;
  }

  /**
   * Loads the document in force, so that this node knows it. No user-site is notified yet: {@link
   * #start} does that.
   */
  public void load() {
    thread
        .run(
            () -> {
              tryOrLog(
                  () ->
                      store
                          .newest()
                          .map(saved -> parse(saved.document(), RunSpec.RunValidator.ACCEPTED))
                          .ifPresent(registry::replace));
              return null;
            })
        .toCompletableFuture()
        .join();
  }

  /**
   * Loads the document in force and starts to watch for changes. Completes after the first load.
   *
   * @param firstDocument the document for an empty database without a file
   */
  public CompletionStage<Void> start(String firstDocument) {
    return thread.run(
        () -> {
          if (file == null && store.version() == 0) {
            store.save(firstDocument, "first start");
            LOG.info("No sources yet: starting with the demo source. PUT /sources replaces it.");
          }
          refreshQuietly();
          thread.everySecond(this::refreshQuietly);
          return null;
        });
  }

  /** Puts a whole document in force, or fails with every error in it. */
  public CompletionStage<Sources> put(String document, String savedBy) {
    return put(document, savedBy, false);
  }

  /** As {@link #put}, but accepts a document without collections. */
  public CompletionStage<Sources> putEvenIfEmpty(String document, String savedBy) {
    return put(document, savedBy, true);
  }

  private CompletionStage<Sources> put(String document, String savedBy, boolean mayBeEmpty) {
    return put(document, savedBy, mayBeEmpty, ExpectedVersion.ANY).thenApply(SavedSources::sources);
  }

  /**
   * The same, if the document in force has the expected version.
   *
   * @throws io.millrace.engine.input.VersionConflictException if it has another one
   */
  public CompletionStage<SavedSources> put(
      String document, String savedBy, boolean mayBeEmpty, ExpectedVersion expected) {
    return thread.run(
        () -> {
          loadNewest();
          Sources sources = save(document, savedBy, mayBeEmpty, expected);
          return new SavedSources(sources, version);
        });
  }

  /** What {@link #put} would do with a document; fails with the same errors, and saves nothing. */
  public CheckedSources check(String document, boolean mayBeEmpty) {
    return new CheckedSources(registry.current(), parse(document, check, mayBeEmpty));
  }

  /**
   * Puts what was saved in a transaction of another part in force.
   *
   * @param changed the collections that were saved with it; a disabled one is enabled again
   */
  public CompletionStage<Void> reload(Set<String> changed) {
    return thread.run(
        () -> {
          due.disabledCollections().stream().filter(changed::contains).forEach(savedAgain::add);
          hasUnnotified = hasUnnotified || !savedAgain.isEmpty();
          loadNewest();
          return null;
        });
  }

  /** Reads documents that other nodes saved since the last time. */
  public CompletionStage<Void> refresh() {
    return thread.runOnce(this::refreshQuietly);
  }

  /** Returns the document in force; one of version 0 if there is none. */
  public CompletionStage<SourceStore.SourcesDocument> document() {
    return thread.run(() -> store.newest().orElseGet(() -> new SourceStore.SourcesDocument(0, "")));
  }

  private Sources save(
      String document, String savedBy, boolean mayBeEmpty, ExpectedVersion expected)
      throws SQLException {
    Sources sources = parse(document, check, mayBeEmpty);
    List<String> disabled = due.disabledCollections();
    long newVersion = store.save(document, savedBy, expected);
    Sources before = registry.current();
    disabled.stream() // a collection that this document brings back stays disabled
        .filter(owner -> isIn(before, owner) && isIn(sources, owner))
        .forEach(savedAgain::add);
    putInForce(sources, newVersion);
    return sources;
  }

  private static boolean isIn(Sources sources, String owner) {
    return sources.find(CollectionId.parse(owner)).isPresent();
  }

  private Sources parse(String document, RunSpec.RunValidator runs, boolean mayBeEmpty) {
    Sources sources = parse(document, runs);
    if (sources.collections().isEmpty() && !mayBeEmpty) {
      throw new InvalidInputException("sources", null, EMPTY);
    }
    return sources;
  }

  private Sources parse(String document, RunSpec.RunValidator runs) {
    Sources sources = Sources.parse(document, runs);
    FieldErrors errors = new FieldErrors();
    for (SourceCollection collection : sources.collections()) {
      String source = "sources." + collection.source();
      if (isSite.test(collection.source())) {
        errors.add(source, null, "is the name of a site; a source needs a different name");
      }
    }
    errors.throwIfAny();
    return sources;
  }

  private void refreshQuietly() {
    loadNewest();
    SourcesFile watched = file;
    if (watched != null) {
      tryOrLog(() -> watched.loadIfChanged(document -> load(watched, document)));
    }
  }

  /** The newest saved document is in force, whichever node saved it. */
  private void loadNewest() {
    tryOrLog(
        () -> {
          Optional<SourceStore.SourcesDocument> newer =
              store.version() == version ? Optional.empty() : store.newest();
          if (newer.isPresent()) {
            putInForce(
                parse(newer.get().document(), RunSpec.RunValidator.ACCEPTED),
                newer.get().version());
          } else if (hasUnnotified) {
            notifyChanged();
          }
        });
  }

  /** Does work that the next round repeats if it fails now. */
  private static void tryOrLog(RetriedWork work) {
    try {
      work.run();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not read new sources; the old ones stay in force", fault);
    }
  }

  private void load(SourcesFile watched, String document) throws SQLException {
    if (store.newest().filter(saved -> saved.document().equals(document)).isEmpty()) {
      save(document, watched.toString(), false, ExpectedVersion.ANY)
          .warnings()
          .forEach(warning -> LOG.warn("{}: {} {}", watched, warning.field(), warning.reason()));
    }
  }

  /** Puts sources in force, even if not every user-site can be notified now. */
  private void putInForce(Sources sources, long newVersion) {
    registry.current().collections().stream()
        .filter(collection -> sources.find(collection.id()).isEmpty())
        .forEach(collection -> removed.add(collection.id().owner()));
    registry.replace(sources);
    version = newVersion;
    LOG.info("Sources version {} in force: {} collections", version, sources.collections().size());
    hasUnnotified = true;
    try {
      notifyChanged();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not send new schedules to all user-sites; they are sent again", fault);
    }
  }

  /** Notifies every collection that does not follow its definition, again until all follow. */
  private void notifyChanged() throws SQLException {
    Set<String> owners = changed(registry.current(), due.schedules(), due.suspendedCollections());
    owners.addAll(removed);
    notifyOwners(List.copyOf(owners), define);
    removed.clear();
    notifyOwners(List.copyOf(savedAgain), saved);
    savedAgain.clear();
    hasUnnotified = false;
  }

  private static void notifyOwners(
      List<String> owners, Function<String, CompletionStage<?>> notice) {
    for (int from = 0; from < owners.size(); from += NOTIFY_AT_ONCE) {
      List<String> batch = owners.subList(from, Math.min(from + NOTIFY_AT_ONCE, owners.size()));
      CompletableFuture.allOf(
              batch.stream()
                  .map(owner -> notice.apply(owner).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /**
   * Returns the owners that do not follow their definition: their schedule changed, they are back
   * in the sources, or they are no longer there.
   */
  static Set<String> changed(
      Sources sources, Map<String, String> followed, List<String> suspended) {
    Map<String, String> inForce = new HashMap<>();
    for (SourceCollection collection : sources.collections()) {
      inForce.put(collection.id().owner(), collection.policy().scheduleText());
    }
    Set<String> changed = new TreeSet<>(suspended);
    changed.retainAll(inForce.keySet());
    inForce.forEach(
        (owner, schedule) -> {
          if (!schedule.equals(followed.getOrDefault(owner, ""))) {
            changed.add(owner);
          }
        });
    followed.keySet().stream().filter(owner -> !inForce.containsKey(owner)).forEach(changed::add);
    return changed;
  }

  @Override
  public void close() {
    thread.close();
  }
}
