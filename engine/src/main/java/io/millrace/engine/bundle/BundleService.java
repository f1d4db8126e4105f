package io.millrace.engine.bundle;

import io.millrace.engine.bundle.BundleReader.WebhookRules;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import io.millrace.engine.bundle.DefinitionReloads.SavedDefinitions;
import io.millrace.engine.definition.DefinitionCheck;
import io.millrace.engine.directory.Client;
import io.millrace.engine.flow.PoolChange;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import io.millrace.engine.task.RunSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares, applies and writes whole folders of definitions. */
public final class BundleService {
  private static final Logger LOG = LoggerFactory.getLogger(BundleService.class);

  /**
   * Files, and whether what they do not have is deleted.
   *
   * @param prune it concerns only the kinds that the files name
   */
  public record BundleRequest(List<BundleFile> files, boolean prune) {}

  /** A difference with what follows from it. */
  public record BundleDiff(BundleChanges changes, BundleForecast forecast) {}

  /** How much of the credentials a caller may learn. */
  public enum CredentialView {
    /** Everything. */
    WHOLE,
    /** Whether they differ. */
    MASKED,
    /** Nothing: all credentials count as equal. */
    HIDDEN
  }

  /** Where definitions are stored. */
  public record DefinitionStores(
      DataSource database, PoolStore pools, String defaultPool, WebhookStore webhooks) {}

  /** What the service needs of its node. */
  public record BundleContext(
      DefinitionStores stores,
      AsyncSql sql,
      RunSpec.RunValidator runners,
      ToIntFunction<Client> refreshesPerDay,
      Clock clock) {}

  /** What was applied, and what has to be put in force. */
  private record Applied(BundleChanges changes, SavedDefinitions saved) {}

  private final BundleContext context;
  private final DefinitionReloads reloads;

  public BundleService(BundleContext context, DefinitionReloads reloads) {
    this.context = context;
    this.reloads = reloads;
  }

  /**
   * Says what {@link #apply} would do, and what follows.
   *
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong
   */
  public CompletionStage<BundleDiff> diff(BundleRequest request, CredentialView view) {
    return context
        .sql()
        .run(
            () -> {
              ParsedFiles files = ParsedFiles.of(request.files());
              return diff(readOnly(this::facts), files, request.prune(), view);
            });
  }

  /** What a diff needs to know. */
  private record DiffFacts(DefinitionSnapshot stored, LoadFacts load) {}

  private DiffFacts facts(Connection connection) throws SQLException {
    return new DiffFacts(
        DefinitionSnapshot.read(connection, context.stores().pools()), LoadFacts.read(connection));
  }

  /** It holds no transaction while it computes, because the database ends idle ones. */
  private BundleDiff diff(DiffFacts facts, ParsedFiles files, boolean prune, CredentialView view)
      throws SQLException {
    DefinitionSnapshot stored = facts.stored();
    BundleErrors errors = files.errors();
    Bundle bundle = read(files, stored, prune, errors);
    BundlePlan plan = BundlePlan.of(bundle, stored, prune, context.stores().defaultPool());
    readOnly(
        connection -> {
          new BundleCheck(bundle, stored, plan, errors).check(connection);
          return true;
        });
    errors.throwIfAny();
    Instant now = context.clock().instant();
    TypedDefinitions before = TypedDefinitions.before(stored, plan);
    BundleForecast forecast =
        BundleForecast.of(
            before, before.after(bundle, plan, now), facts.load(), context.refreshesPerDay(), now);
    BundlePlan shown = view == CredentialView.HIDDEN ? plan.withoutCredentials() : plan;
    return new BundleDiff(BundleChanges.of(shown, bundle, view != CredentialView.WHOLE), forecast);
  }

  private Bundle read(
      ParsedFiles files, DefinitionSnapshot stored, boolean prune, BundleErrors errors) {
    TreeSet<String> pools = BundleReader.pools(files.documents());
    pools.add(context.stores().defaultPool());
    if (!prune || !BundleReader.isNamed(files.documents(), Kind.POOL)) {
      stored.pools().stream().map(PoolChange::pool).forEach(pools::add);
    }
    RunSpec.RunValidator check = new DefinitionCheck(context.runners(), () -> pools);
    return BundleReader.read(
        files.documents(),
        check,
        new WebhookRules(context.stores().webhooks(), stored.webhooks()),
        errors);
  }

  /**
   * Saves everything in the files in one transaction, or nothing.
   *
   * @param expected the version of what is compared, as {@link #diff} told it
   * @throws io.millrace.engine.input.InvalidInputException with everything that is wrong
   * @throws io.millrace.engine.input.VersionConflictException if it has another version
   */
  public CompletionStage<BundleChanges> apply(
      BundleRequest request, ExpectedVersion expected, String by, CredentialView view) {
    return context
        .sql()
        .run(
            () -> {
              ParsedFiles files = ParsedFiles.of(request.files());
              return Transaction.run(
                  context.stores().database(),
                  connection -> apply(connection, files, request.prune(), expected, by, view));
            })
        .thenCompose(
            applied -> reloads.reload(applied.saved()).thenApply(done -> log(applied, by)));
  }

  private Applied apply(
      Connection connection,
      ParsedFiles files,
      boolean prune,
      ExpectedVersion expected,
      String by,
      CredentialView view)
      throws SQLException {
    BundleWriter.lock(connection);
    DefinitionSnapshot stored = DefinitionSnapshot.read(connection, context.stores().pools());
    BundleErrors errors = files.errors();
    Bundle bundle = read(files, stored, prune, errors);
    BundlePlan plan = BundlePlan.of(bundle, stored, prune, context.stores().defaultPool());
    if (!expected.isAnyExisting()) {
      expected.check("state of these definitions", plan.version());
    }
    BundleWriter writer = new BundleWriter(connection, bundle, stored, plan, by);
    writer.lockDeleted();
    new BundleCheck(bundle, stored, plan, errors).check(connection);
    errors.throwIfAny();
    SavedDefinitions saved =
        writer.write(context.stores(), context.clock().instant().truncatedTo(ChronoUnit.MILLIS));
    DefinitionSnapshot after = DefinitionSnapshot.read(connection, context.stores().pools());
    String version = BundlePlan.of(bundle, after, prune, context.stores().defaultPool()).version();
    return new Applied(
        BundleChanges.of(plan, bundle, view != CredentialView.WHOLE).withVersion(version), saved);
  }

  private static BundleChanges log(Applied applied, String by) {
    BundleChanges changes = applied.changes();
    LOG.info(
        "{} applied definitions: {} created, {} changed, {} deleted, {} unchanged",
        by,
        changes.created().size(),
        changes.changed().size(),
        changes.deleted().size(),
        changes.unchanged());
    return changes;
  }

  /** Everything that is defined, as files that {@link #apply} reads. */
  public CompletionStage<List<BundleFile>> export(CredentialView view) {
    return context
        .sql()
        .run(
            () -> {
              SortedMap<DefinitionKey, Definition> all =
                  readOnly(
                      connection ->
                          DefinitionSnapshot.read(connection, context.stores().pools())
                              .definitions());
              if (view != CredentialView.WHOLE) {
                all.replaceAll((key, definition) -> DefinitionContents.masked(definition));
              }
              return BundleExport.files(all.values());
            });
  }

  /** All statements see the same state. */
  private <T> T readOnly(Transaction.TransactionBody<T> body) throws SQLException {
    return Transaction.run(
        context.stores().database(),
        connection -> {
          new Statements(connection)
              .update("set transaction isolation level repeatable read read only");
          return body.run(connection);
        });
  }

  /** The documents of files, with what could not be read. */
  private record ParsedFiles(List<BundleDocument> documents, List<FieldError> unreadable) {

    static ParsedFiles of(List<BundleFile> files) {
      BundleErrors errors = new BundleErrors(List.of());
      List<BundleDocument> documents = new ArrayList<>();
      files.forEach(file -> documents.addAll(BundleDocument.read(file, errors)));
      return new ParsedFiles(documents, errors.all());
    }

    /** New ones for each try of a transaction. */
    BundleErrors errors() {
      return new BundleErrors(unreadable);
    }
  }
}
