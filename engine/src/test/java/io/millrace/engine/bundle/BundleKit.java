package io.millrace.engine.bundle;

import io.millrace.engine.TestClock;
import io.millrace.engine.bundle.BundleService.BundleContext;
import io.millrace.engine.bundle.BundleService.BundleDiff;
import io.millrace.engine.bundle.BundleService.BundleRequest;
import io.millrace.engine.bundle.BundleService.CredentialView;
import io.millrace.engine.bundle.BundleService.DefinitionStores;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolStore;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.notify.WebhookStore;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.task.RunSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The service on a real database, without a node: nothing is put in force. */
final class BundleKit {
  final TestClock clock = new TestClock();
  final DatabaseUrl database = TestDatabase.fresh();
  final BundleService service =
      new BundleService(
          new BundleContext(
              new DefinitionStores(
                  database.dataSource(),
                  new PoolStore(database.dataSource(), clock, "default", PoolConfig.ofChannels(16)),
                  "default",
                  new WebhookStore(
                      new Vault(VaultKey.of(Path.of("none"), "A".repeat(43) + "=")),
                      OutboundKit.TO_LOOPBACK.rule(),
                      Set.of("configured"))),
              new AsyncSql(Runnable::run),
              RunSpec.RunValidator.ACCEPTED,
              client -> client.refreshesPerDay() == null ? 1 : client.refreshesPerDay(),
              clock),
          new DefinitionReloads(
              pools -> done(), collections -> done(), BundleKit::done, jobs -> done()));

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  static BundleRequest files(String... pathsAndContents) {
    List<BundleFile> files = new ArrayList<>();
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      files.add(new BundleFile(pathsAndContents[i], pathsAndContents[i + 1]));
    }
    return new BundleRequest(files, false);
  }

  static BundleRequest pruning(BundleRequest request) {
    return new BundleRequest(request.files(), true);
  }

  BundleDiff diff(BundleRequest request) {
    return diff(request, CredentialView.WHOLE);
  }

  BundleDiff diff(BundleRequest request, CredentialView view) {
    return get(service.diff(request, view));
  }

  BundleChanges apply(BundleRequest request) {
    return apply(request, ExpectedVersion.ANY);
  }

  BundleChanges apply(BundleRequest request, ExpectedVersion expected) {
    return get(service.apply(request, expected, "a person", CredentialView.WHOLE));
  }

  BundleChanges apply(String yaml) {
    return apply(files("f.yaml", yaml));
  }

  BundleRequest export() {
    return new BundleRequest(get(service.export(CredentialView.WHOLE)), false);
  }

  /** Everything that is wrong, such as {@code f.yaml:3 sites.a.timeout}. */
  List<String> errors(BundleRequest request) {
    try {
      apply(request);
      return List.of();
    } catch (InvalidInputException refused) {
      return refused.errors().stream()
          .map(
              error ->
                  (error.position() == null
                          ? ""
                          : error.position().file() + ":" + error.position().line() + " ")
                      + error.field()
                      + ": "
                      + error.reason())
          .toList();
    }
  }

  static List<String> ids(List<BundleChanges.ChangedDefinition> definitions) {
    return definitions.stream().map(it -> it.key().kind().text() + " " + it.name()).toList();
  }

  private static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException fault) {
      if (fault.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw fault;
    }
  }
}
