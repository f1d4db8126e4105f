package io.millrace.engine.definition;

import io.millrace.engine.due.DueStore;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node's sources up to date: from the API, from a file that is watched, and from what
 * other nodes saved. A document with any error in it changes nothing.
 */
public final class SourceKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceKeeper.class);
  private static final int NOTIFY_AT_ONCE = 256;
  private static final String EMPTY =
      "has no collection, so all of them would be taken out; if you mean that, PUT it to"
          + " /sources?empty=true";

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
  private final SourcesFile file;
  private final KeeperThread thread = new KeeperThread("source-keeper");
  private long version = -1;
  private boolean hasUnnotified;

  /** Who was taken out, and may have nothing booked that shows it. */
  private final Set<String> takenOut = new TreeSet<>();

  /** Who was disabled, and is to know that the document was saved again. */
  private final Set<String> savedAgain = new TreeSet<>();

  /**
   * @param isSite whether there is a site of that name, which no source may have then
   * @param define tells a user-site that its definition changed
   * @param saved tells a user-site that a person saved it, so that it is not disabled any more
   * @param file the sources file; null if there is none
   */
  public SourceKeeper(
      SourceRegistry registry,
      SourceStore store,
      DueStore due,
      RunSpec.RunValidator check,
      Predicate<String> isSite,
      Function<String, CompletionStage<?>> define,
      Function<String, CompletionStage<?>> saved,
      SourcesFile file) {
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
   * Loads what is in force, so that this node knows it. No user-site is told of it yet: {@link
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
   * Loads what is in force and goes on watching. Completes when the first load is done.
   *
   * @param firstDocument what to begin with on an empty database without a file
   */
  public CompletionStage<Void> start(String firstDocument) {
    return thread.run(
        () -> {
          if (file == null && store.version() == 0) {
            store.save(firstDocument, "first start");
            LOG.info("No sources yet: beginning with the demo source. PUT /sources replaces it.");
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

  /** The same, also if it has no collections. */
  public CompletionStage<Sources> putEvenIfEmpty(String document, String savedBy) {
    return put(document, savedBy, true);
  }

  private CompletionStage<Sources> put(String document, String savedBy, boolean mayBeEmpty) {
    return thread.run(
        () -> {
          loadNewest();
          return save(document, savedBy, mayBeEmpty);
        });
  }

  /** Takes over what other nodes saved since the last look, should something be missing here. */
  public CompletionStage<Void> refresh() {
    return thread.runOnce(this::refreshQuietly);
  }

  /** The document in force. */
  public CompletionStage<String> document() {
    return thread.run(() -> store.newest().map(SourceStore.SourcesDocument::document).orElse(""));
  }

  private Sources save(String document, String savedBy, boolean mayBeEmpty) throws SQLException {
    Sources sources = parse(document, check);
    if (sources.collections().isEmpty() && !mayBeEmpty) {
      throw new InvalidInputException("sources", null, EMPTY);
    }
    List<String> disabled = due.disabledCollections();
    long newVersion = store.save(document, savedBy);
    Sources before = registry.current();
    disabled.stream() // who comes back by this very document comes back as it was
        .filter(owner -> isIn(before, owner) && isIn(sources, owner))
        .forEach(savedAgain::add);
    putInForce(sources, newVersion);
    return sources;
  }

  private static boolean isIn(Sources sources, String owner) {
    return sources.find(CollectionId.parse(owner)).isPresent();
  }

  private Sources parse(String document, RunSpec.RunValidator runs) {
    Sources sources = Sources.parse(document, runs);
    FieldErrors errors = new FieldErrors();
    for (SourceCollection collection : sources.collections()) {
      String source = "sources." + collection.source();
      if (isSite.test(collection.source())) {
        errors.add(source, null, "is the name of a site; a source needs another");
      }
    }
    errors.throwIfAny();
    return sources;
  }

  private void refreshQuietly() {
    loadNewest();
    if (file != null) {
      tryOrLog(() -> file.loadIfChanged(this::load));
    }
  }

  /** What is in force is the newest document that was saved, by whichever node. */
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

  /** Does what is done again at the next look, should it fail now. */
  private static void tryOrLog(RetriedWork work) {
    try {
      work.run();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not look for new sources, the old ones stay in force: {}", fault.toString());
    }
  }

  private void load(String document) throws SQLException {
    if (store.newest().filter(saved -> saved.document().equals(document)).isEmpty()) {
      save(document, file.toString(), false)
          .warnings()
          .forEach(warning -> LOG.warn("{}: {} {}", file, warning.field(), warning.reason()));
    }
  }

  /** From here on they are in force, also if not every user-site can be told of it just now. */
  private void putInForce(Sources sources, long newVersion) {
    registry.current().collections().stream()
        .filter(collection -> sources.find(collection.id()).isEmpty())
        .forEach(collection -> takenOut.add(collection.id().owner()));
    registry.replace(sources);
    version = newVersion;
    LOG.info("Sources version {} in force: {} collections", version, sources.collections().size());
    hasUnnotified = true;
    try {
      notifyChanged();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Not every user-site heard of its schedule, telling it again: {}", fault.toString());
    }
  }

  /** Tells every collection that does not follow its definition; done again until all know. */
  private void notifyChanged() throws SQLException {
    Set<String> owners = changed(registry.current(), due.schedules(), due.suspendedCollections());
    owners.addAll(takenOut);
    notifyOwners(List.copyOf(owners), define);
    takenOut.clear();
    notifyOwners(List.copyOf(savedAgain), saved);
    savedAgain.clear();
    hasUnnotified = false;
  }

  private static void notifyOwners(List<String> owners, Function<String, CompletionStage<?>> tell) {
    for (int from = 0; from < owners.size(); from += NOTIFY_AT_ONCE) {
      List<String> some = owners.subList(from, Math.min(from + NOTIFY_AT_ONCE, owners.size()));
      CompletableFuture.allOf(
              some.stream()
                  .map(owner -> tell.apply(owner).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /**
   * Who does not follow its definition: another schedule is in force, it is in the sources again,
   * or not any more.
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
