package io.millrace.engine.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.directory.Deleted;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.Entry;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.Facts;
import io.millrace.engine.directory.Import;
import io.millrace.engine.directory.ImportResult;
import io.millrace.engine.directory.Saved;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.directory.Table;
import io.millrace.engine.directory.Tables;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.sql.AsyncSql;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What can be asked of the directory. Whoever refreshes a user-site hears of what concerns it. */
public final class Directory {

  /**
   * How the owners hear of it.
   *
   * @param saved a user-site was saved, with what is known of it now
   * @param removed a user-site is gone
   */
  public record Owners(
      BiFunction<String, Facts, CompletionStage<?>> saved,
      Function<String, CompletionStage<?>> removed) {}

  private final AsyncSql sql;
  private final DirectoryStore store;
  private final EntryReader reader;
  private final SiteKeeper sites;
  private final Owners owners;

  public Directory(
      AsyncSql sql, DirectoryStore store, EntryReader reader, SiteKeeper sites, Owners owners) {
    this.sql = sql;
    this.store = store;
    this.reader = reader;
    this.sites = sites;
    this.owners = owners;
  }

  /**
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong with it
   */
  public <T extends Entry> T read(Table<T> table, ObjectNode json) {
    return reader.read(table, json);
  }

  /** Makes it, or changes the one of its id. */
  public CompletionStage<Saved> save(Entry entry) {
    return sql.run(() -> store.save(List.of(entry), true).get(0))
        .thenCompose(saved -> told(entry, saved));
  }

  private CompletionStage<Saved> told(Entry entry, Saved saved) {
    if (saved.isRejected()) {
      return CompletableFuture.completedFuture(saved);
    }
    if (entry instanceof SiteEntry) {
      return sites.refresh().thenApply(done -> saved);
    }
    return entry instanceof UserSiteEntry userSite
        ? owners.saved().apply(userSite.owner(), userSite.facts()).thenApply(done -> saved)
        : CompletableFuture.completedFuture(saved);
  }

  public <T extends Entry> CompletionStage<Optional<T>> find(Table<T> table, String id) {
    return sql.run(() -> store.find(table, id));
  }

  /**
   * In the order of their ids.
   *
   * @param filters field to value; only entries that have all of them
   * @param after the id of the last one of the page before; null for the first page
   */
  public <T extends Entry> CompletionStage<List<T>> list(
      Table<T> table, Map<String, String> filters, String after, int limit) {
    return sql.run(() -> store.list(table, filters, after, limit));
  }

  public CompletionStage<Deleted> delete(Table<?> table, String id) {
    return sql.run(
        () -> {
          Deleted deleted = store.delete(table, id);
          InGroups.ask(deleted.owners(), owners.removed());
          if (table == Tables.SITES) {
            sites.refresh().toCompletableFuture().join();
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
  public Import begin(boolean update) {
    return new Import(store, reader, update, this::tellAll);
  }

  private void tellAll(Map<String, Facts> saved) {
    InGroups.ask(
        List.copyOf(saved.entrySet()), one -> owners.saved().apply(one.getKey(), one.getValue()));
  }

  /** The next bytes of an import; not before those before them were taken. */
  public CompletionStage<Import> add(Import begun, byte[] bytes) {
    return sql.run(
        () -> {
          begun.add(bytes);
          return begun;
        });
  }

  /** All bytes were added. */
  public CompletionStage<ImportResult> finish(Import begun) {
    return sql.run(begun::finish).thenCompose(result -> sites.refresh().thenApply(done -> result));
  }
}
