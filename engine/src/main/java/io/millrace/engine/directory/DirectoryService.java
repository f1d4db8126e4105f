package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.node.ObjectNode;
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

/** What can be asked of the directory. Whoever refreshes a user-site hears of what concerns it. */
public final class DirectoryService {

  /**
   * How the owners hear of it.
   *
   * @param saved a user-site was saved, with what is known of it now
   * @param removed a user-site is gone
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
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong with it
   */
  public <T extends DirectoryEntry> T read(EntryTable<T> table, ObjectNode json) {
    return reader.read(table, json);
  }

  /** Makes it, or changes the one of its id. */
  public CompletionStage<EntrySaveResult> save(DirectoryEntry entry) {
    return sql.run(() -> store.save(List.of(entry), true).get(0))
        .thenCompose(saved -> informOwners(entry, saved));
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
   * In the order of their ids.
   *
   * @param filters field to value; only entries that have all of them
   * @param after the id of the last one of the page before; null for the first page
   */
  public <T extends DirectoryEntry> CompletionStage<List<T>> list(
      EntryTable<T> table, Map<String, String> filters, String after, int limit) {
    return sql.run(() -> store.list(table, filters, after, limit));
  }

  public CompletionStage<EntryDeleteResult> delete(EntryTable<?> table, String id) {
    return sql.run(
        () -> {
          EntryDeleteResult deleted = store.delete(table, id);
          BatchedAsk.askAll(deleted.owners(), owners.removed());
          if (table == EntryTables.SITES) {
            refreshSites.get().toCompletableFuture().join();
          }
          return deleted;
        });
  }

  /** Changes a user-site by what was heard of it; empty if there is none. */
  public CompletionStage<Optional<UserSiteEntry>> change(
      String id, UnaryOperator<UserSiteEntry> change) {
    return sql.run(() -> store.change(id, change));
  }

  /**
   * An import that has just begun.
   *
   * @param update whether what exists with other data is changed, or its line rejected
   */
  public DirectoryImport beginImport(boolean update) {
    return new DirectoryImport(store, reader, update, this::informAll);
  }

  private void informAll(Map<String, UserSiteFacts> saved) {
    BatchedAsk.askAll(
        List.copyOf(saved.entrySet()), one -> owners.saved().apply(one.getKey(), one.getValue()));
  }

  /** The next bytes of an import; not before those before them were taken. */
  public CompletionStage<DirectoryImport> addToImport(DirectoryImport begun, byte[] bytes) {
    return sql.run(
        () -> {
          begun.add(bytes);
          return begun;
        });
  }

  /** All bytes were added. */
  public CompletionStage<ImportResult> finishImport(DirectoryImport begun) {
    return sql.run(begun::finish)
        .thenCompose(result -> refreshSites.get().thenApply(done -> result));
  }
}
