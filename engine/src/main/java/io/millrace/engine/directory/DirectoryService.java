package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.directory.DirectoryStore.SavedVersion;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.message.BatchedAsk;
import io.millrace.engine.sql.AsyncSql;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on the directory. The affected user-sites are informed of each change. */
public final class DirectoryService {

  /**
   * Informs user-sites.
   *
   * @param saved a user-site was saved, with these facts
   * @param removed a user-site was removed
   */
  public record UserSiteListener(
      BiFunction<String, UserSiteFacts, CompletionStage<?>> saved,
      Function<String, CompletionStage<?>> removed) {}

  private final AsyncSql sql;
  private final DirectoryStore store;
  private final EntryReader reader;
  private final Supplier<CompletionStage<Void>> refreshSites;
  private final UserSiteListener owners;

  /**
   * @param refreshSites completes when this node knows every site that was saved before
   */
  public DirectoryService(
      AsyncSql sql,
      DirectoryStore store,
      EntryReader reader,
      Supplier<CompletionStage<Void>> refreshSites,
      UserSiteListener owners) {
    this.sql = sql;
    this.store = store;
    this.reader = reader;
    this.refreshSites = refreshSites;
    this.owners = owners;
  }

  /**
   * @throws io.millrace.engine.input.InvalidInputException with every error in it
   */
  public <T extends DirectoryEntry> T read(EntryTable<T> table, ObjectNode json) {
    return reader.read(table, json);
  }

  /** Creates the entry, or changes the one of its id. */
  public CompletionStage<EntrySaveResult> save(DirectoryEntry entry) {
    return save(entry, ExpectedVersion.ANY).thenApply(SavedVersion::result);
  }

  /**
   * The same, if the stored entry has the expected version.
   *
   * @throws io.millrace.engine.input.VersionConflictException if it has another one
   */
  public CompletionStage<SavedVersion> save(DirectoryEntry entry, ExpectedVersion expected) {
    return sql.run(() -> store.save(entry, expected))
        .thenCompose(saved -> informOwners(entry, saved.result()).thenApply(done -> saved));
  }

  private CompletionStage<EntrySaveResult> informOwners(
      DirectoryEntry entry, EntrySaveResult saved) {
    if (saved.isRejected()) {
      return CompletableFuture.completedFuture(saved);
    }
    if (entry instanceof SiteEntry) {
      return refreshSites.get().thenApply(done -> saved);
    }
    return entry instanceof UserSiteEntry userSite
        ? owners.saved().apply(userSite.owner(), userSite.facts()).thenApply(done -> saved)
        : CompletableFuture.completedFuture(saved);
  }

  public <T extends DirectoryEntry> CompletionStage<Optional<T>> find(
      EntryTable<T> table, String id) {
    return sql.run(() -> store.find(table, id));
  }

  /**
   * Returns entries ordered by id.
   *
   * @param filters values by field; an entry must match all of them
   * @param after the last id of the previous page; absent for the first page
   */
  public <T extends DirectoryEntry> CompletionStage<List<T>> list(
      EntryTable<T> table, Map<String, String> filters, @Nullable String after, int limit) {
    return sql.run(() -> store.list(table, filters, after, limit));
  }

  /** Finds an entry with its version. */
  public <T extends DirectoryEntry> CompletionStage<Optional<VersionedEntry<T>>> findVersion(
      EntryTable<T> table, String id) {
    return sql.run(() -> store.findVersion(table, id));
  }

  public CompletionStage<EntryDeleteResult> delete(EntryTable<?> table, String id) {
    return delete(table, id, ExpectedVersion.ANY);
  }

  /** Deletes an entry, if it has the expected version. */
  public CompletionStage<EntryDeleteResult> delete(
      EntryTable<?> table, String id, ExpectedVersion expected) {
    return sql.run(
        () -> {
          EntryDeleteResult deleted = store.delete(table, id, expected);
          BatchedAsk.askAll(deleted.owners(), owners.removed());
          if (table == EntryTables.SITES) {
            refreshSites.get().toCompletableFuture().join();
          }
          return deleted;
        });
  }

  /** Changes a user-site after a report; empty if there is none. */
  public CompletionStage<Optional<UserSiteEntry>> change(
      String id, UnaryOperator<UserSiteEntry> change) {
    return sql.run(() -> store.change(id, change));
  }

  /**
   * Starts an import.
   *
   * @param update whether existing entries with other values are changed; otherwise the line is
   *     rejected
   */
  public DirectoryImport beginImport(boolean update) {
    return new DirectoryImport(store, reader, update, this::informAll);
  }

  private void informAll(Map<String, UserSiteFacts> saved) {
    BatchedAsk.askAll(
        List.copyOf(saved.entrySet()), it -> owners.saved().apply(it.getKey(), it.getValue()));
  }

  /** Adds the next bytes. The caller waits for the previous ones to be processed. */
  public CompletionStage<DirectoryImport> addToImport(DirectoryImport started, byte[] bytes) {
    return sql.run(
        () -> {
          started.add(bytes);
          return started;
        });
  }

  /** Ends the import after all bytes were added. */
  public CompletionStage<ImportResult> finishImport(DirectoryImport started) {
    return sql.run(started::finish)
        .thenCompose(result -> refreshSites.get().thenApply(done -> result));
  }
}
