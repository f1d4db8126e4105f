package io.millrace.engine.node;

import io.millrace.engine.due.DueStore;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.source.Collection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.source.SourceStore;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private static final int DEFINE_AT_ONCE = 256;
  private static final String UNREADABLE = "unreadable";

  private final SourceRegistry registry;
  private final SourceStore store;
  private final DueStore due;
  private final Run.Check check;
  private final Predicate<String> isSite;
  private final Function<String, CompletionStage<?>> define;
  private final Function<String, CompletionStage<?>> saved;
  private final Path file;
  private final KeeperThread thread = new KeeperThread("source-keeper");
  private long version = -1;
  private String fileSeen = "";
  private boolean undefined;

  /** Whether every disabled collection knows that the document was saved again. */
  private boolean disabledSaved = true;

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
      Run.Check check,
      Predicate<String> isSite,
      Function<String, CompletionStage<?>> define,
      Function<String, CompletionStage<?>> saved,
      Path file) {
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
          look();
          thread.everySecond(this::look);
          return null;
        });
  }

  /** Puts a whole document in force, or fails with every error in it. */
  public CompletionStage<Sources> put(String document, String savedBy) {
    return thread.run(() -> save(document, savedBy));
  }

  /** Takes over what other nodes saved since the last look, should something be missing here. */
  public CompletionStage<Void> refresh() {
    return thread.once(this::look);
  }

  /** The document in force. */
  public CompletionStage<String> document() {
    return thread.run(() -> store.newest().map(SourceStore.Saved::document).orElse(""));
  }

  private Sources save(String document, String savedBy) throws SQLException {
    Sources sources = parse(document);
    long newVersion = store.save(document, savedBy);
    disabledSaved = false;
    inForce(sources, newVersion);
    return sources;
  }

  private Sources parse(String document) {
    Sources sources = Sources.parse(document, check);
    FieldErrors errors = new FieldErrors();
    for (Collection collection : sources.collections()) {
      String source = "sources." + collection.source();
      if (isSite.test(collection.source())) {
        errors.add(source, null, "is the name of a site; a source needs another");
      }
    }
    errors.throwIfAny();
    return sources;
  }

  private void look() {
    try {
      lookAtFile();
      Optional<SourceStore.Saved> newer =
          store.version() == version ? Optional.empty() : store.newest();
      if (newer.isPresent()) {
        inForce(parse(newer.get().document()), newer.get().version());
      } else if (undefined || !disabledSaved) {
        defineChanged();
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not look for new sources, the old ones stay in force: {}", fault.toString());
    }
  }

  private void lookAtFile() throws SQLException {
    if (file == null) {
      return;
    }
    String seen = UNREADABLE;
    try {
      seen = Files.getLastModifiedTime(file) + " " + Files.size(file);
      if (seen.equals(fileSeen)) {
        return;
      }
      String document = Files.readString(file);
      if (store.newest().filter(saved -> saved.document().equals(document)).isEmpty()) {
        save(document, file.toString());
      }
    } catch (InvalidInputException refused) {
      LOG.error("{} is refused, the old sources stay in force:", file);
      refused.errors().forEach(error -> LOG.error("  {}", error));
    } catch (IOException unreadable) {
      seen = UNREADABLE;
      if (!seen.equals(fileSeen)) {
        LOG.error(
            "{} cannot be read, the old sources stay in force: {}", file, unreadable.toString());
      }
    }
    fileSeen = seen; // not if the database failed: then it is to be loaded at the next look
  }

  /** From here on they are in force, also if not every user-site can be told of it just now. */
  private void inForce(Sources sources, long newVersion) {
    registry.replace(sources);
    version = newVersion;
    LOG.info("Sources version {} in force: {} collections", version, sources.collections().size());
    undefined = true;
    try {
      defineChanged();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Not every user-site heard of its schedule, telling it again: {}", fault.toString());
    }
  }

  /** Tells every user-site whose schedule is not the one it follows; done again until all know. */
  private void defineChanged() throws SQLException {
    tellAll(changed(registry.current(), due.schedules()), define);
    undefined = false;
    if (!disabledSaved) {
      tellAll(due.disabledCollections(), saved);
      disabledSaved = true;
    }
  }

  private static void tellAll(List<String> owners, Function<String, CompletionStage<?>> tell) {
    for (int from = 0; from < owners.size(); from += DEFINE_AT_ONCE) {
      List<String> some = owners.subList(from, Math.min(from + DEFINE_AT_ONCE, owners.size()));
      CompletableFuture.allOf(
              some.stream()
                  .map(owner -> tell.apply(owner).toCompletableFuture())
                  .toArray(CompletableFuture[]::new))
          .join();
    }
  }

  /** The owners whose schedule in force is not the one they follow, by their own account. */
  static List<String> changed(Sources sources, Map<String, String> followed) {
    Map<String, String> inForce = new HashMap<>();
    for (Collection collection : sources.collections()) {
      if (collection.policy().schedule() != null) {
        inForce.put(collection.id().owner(), collection.policy().scheduleText());
      }
    }
    Set<String> owners = new TreeSet<>(inForce.keySet());
    owners.addAll(followed.keySet());
    return owners.stream()
        .filter(owner -> !Objects.equals(inForce.get(owner), followed.get(owner)))
        .toList();
  }

  @Override
  public void close() {
    thread.close();
  }
}
