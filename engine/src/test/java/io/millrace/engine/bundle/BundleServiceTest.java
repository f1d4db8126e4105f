package io.millrace.engine.bundle;

import static io.millrace.engine.bundle.BundleKit.files;
import static io.millrace.engine.bundle.BundleKit.ids;
import static io.millrace.engine.bundle.BundleKit.pruning;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.bundle.BundleService.BundleRequest;
import io.millrace.engine.bundle.BundleService.CredentialView;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.VersionConflictException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundleServiceTest {
  private static final String JOB =
      """
      id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a
      project: p
      name: first   # a comment that stays
      triggers: [{name: t, start: 2026-01-01T00:00:00Z, period: 1h, catchup: none}]
      steps: [{name: s, depends: [trigger/t], run: {noop: {}}}]
      """;
  private static final String ALL =
      """
      clients:
        app: {name: The app, refreshes_per_day: 4}
      pools:
        slow:
          maxConcurrency: 2
          sourceSystems: [{systemName: DEFAULT, reservedChannels: 0, probability: 100}]
      ---
      sites:
        bank:
          provider: acme
          timeout: 10m
      sources:
        feed:
          collections:
            - {name: a, schedule: "@daily", pool: slow}
            - {name: b}
      """;

  private final BundleKit kit = new BundleKit();

  private String value(String query) throws Exception {
    return TestSql.value(kit.database, query);
  }

  @Test
  void everyKindIsCreatedAndThenTheSame() throws Exception {
    BundleRequest all = files("all.yaml", ALL, "jobs/first.yaml", JOB);
    BundleChanges diff = kit.diff(all).changes();
    assertThat(ids(diff.created()))
        .containsExactly(
            "client app",
            "pool slow",
            "site bank",
            "collection feed/a",
            "collection feed/b",
            "job p/first");
    assertThat(diff.created())
        .extracting(it -> it.file() + ":" + it.line())
        .containsExactly(
            "all.yaml:2",
            "all.yaml:4",
            "all.yaml:9",
            "all.yaml:15",
            "all.yaml:16",
            "jobs/first.yaml:1");
    assertThat(value("select count(*) from sites")).as("a diff changes nothing").isEqualTo("0");

    BundleChanges applied = kit.apply(all, new ExpectedVersion(List.of(diff.version())));
    assertThat(ids(applied.created())).isEqualTo(ids(diff.created()));
    BundleChanges again = kit.diff(all).changes();
    assertThat(again.unchanged()).isEqualTo(6);
    assertThat(again.created()).isEmpty();
    assertThat(again.changed()).isEmpty();
    assertThat(again.version()).isEqualTo(applied.version()).isNotEqualTo(diff.version());
    assertThat(value("select document from jobs")).as("a text of its own stays").isEqualTo(JOB);
    assertThat(value("select saved_by || ' ' || refers_to::text from jobs"))
        .isEqualTo("a person {}");
    assertThat(value("select saved_by from sources")).isEqualTo("a person");
    assertThat(value("select changed_by || ', ' || reason from pool_changes"))
        .isEqualTo("a person, applied");
  }

  @Test
  void aChangeNamesTheFieldsThatDiffer() {
    kit.apply(ALL);
    String changed =
        ALL.replace("timeout: 10m", "timeout: 20m\n    scraping: true")
            .replace("refreshes_per_day: 4", "requires_recent_login: false")
            .replace("maxConcurrency: 2", "maxConcurrency: 3");
    BundleChanges diff = kit.diff(files("f.yaml", changed)).changes();
    assertThat(diff.changed())
        .flatExtracting(BundleChanges.ChangedDefinition::fields)
        .extracting(Object::toString)
        .containsExactly(
            "FieldDifference[field=refreshes_per_day, before=4, after=]",
            "FieldDifference[field=maxConcurrency, before=2, after=3]",
            "FieldDifference[field=scraping, before=false, after=true]",
            "FieldDifference[field=timeout, before=\"10m\", after=\"20m\"]");
    assertThat(diff.unchanged()).isEqualTo(2);
  }

  @Test
  void nothingIsDeletedUnlessPruned() {
    kit.apply(files("all.yaml", ALL, "job.yaml", JOB));
    BundleRequest less =
        files(
            "f.yaml",
            """
            clients: {}
            pools: {}
            sources: {feed: {collections: [{name: b}]}}
            """);
    BundleChanges diff = kit.diff(less).changes();
    assertThat(diff.deleted()).isEmpty();
    assertThat(diff.unchanged()).isEqualTo(1);

    BundleChanges applied = kit.apply(pruning(less));
    assertThat(ids(applied.deleted()))
        .as("only of kinds that the files name, and never the default pool")
        .containsExactly("client app", "pool slow", "collection feed/a");
    assertThat(ids(kit.diff(kit.export()).changes().created())).isEmpty();
    assertThat(kit.export().files())
        .extracting(BundleFile::path)
        .containsExactly("pools.yaml", "sites.yaml", "sources.yaml", "jobs.yaml");
  }

  @Test
  void everythingThatIsWrongIsListedWithFileAndLineAndNothingIsApplied() throws Exception {
    BundleRequest broken =
        files(
            "good.yaml",
            "sites: {fine: {provider: p}}",
            "sites.yaml",
            """
            sites:
              fine: {provider: p}
              slow:
                provider: p
                timeout: 0s
                retry:
                  delays: [1m, 7]
            nonsense: 1
            """,
            "sources.yaml",
            """
            sources:
              a:
                collections:
                  - name: x
                    schedule: "61 * * * *"
                  - {name: y, pool: nowhere}
            """,
            "not.yaml",
            "sites:\n  - [\n",
            "job.yaml",
            JOB.replace("trigger/t", "trigger/u")
                .replace("{noop: {}}", "{noop: {}}, timeout: -1s"));
    assertThat(kit.errors(broken))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("job.yaml:5 steps[0].timeout: "),
            it -> assertThat(it).startsWith("job.yaml:5 steps[0].depends[0]: there is no trigger"),
            it -> assertThat(it).startsWith("not.yaml:").contains("is not YAML"),
            it ->
                assertThat(it).startsWith("sites.yaml:2 sites.fine: is defined already: good.yaml"),
            it -> assertThat(it).startsWith("sites.yaml:5 sites.slow.timeout: "),
            it -> assertThat(it).startsWith("sites.yaml:7 sites.slow.retry.delays[1]: "),
            it -> assertThat(it).startsWith("sites.yaml:8 nonsense: is not a known field"),
            it -> assertThat(it).startsWith("sources.yaml:5 sources.a.collections[0].schedule: "),
            it -> assertThat(it).startsWith("sources.yaml:6 sources.a.collections[1].pool: "));
    assertThat(value("select count(*) from sites")).isEqualTo("0");
    assertThat(value("select count(*) from sources")).isEqualTo("0");
  }

  @Test
  void aStateThatChangedSinceTheDiffIsRefused() {
    BundleRequest all = files("f.yaml", ALL);
    ExpectedVersion version = new ExpectedVersion(List.of(kit.diff(all).changes().version()));
    kit.apply("sites: {other: {provider: p}}"); // of no concern
    kit.apply("sites: {bank: {provider: somebody else}}");
    assertThatThrownBy(() -> kit.apply(all, version))
        .isInstanceOf(VersionConflictException.class)
        .hasMessageContaining(version.versions().get(0));
    assertThat(kit.diff(all).changes().created()).hasSize(4);
    kit.apply(all, new ExpectedVersion(List.of(kit.diff(all).changes().version())));
    assertThat(kit.diff(all).changes().unchanged()).isEqualTo(5);
  }

  @Test
  void aPruneIsRefusedIfAnythingOfItsKindsIsNew() {
    BundleRequest sites = pruning(files("f.yaml", "sites: {a: {provider: p}}"));
    ExpectedVersion version = new ExpectedVersion(List.of(kit.diff(sites).changes().version()));
    kit.apply("sites: {other: {provider: p}}");
    assertThatThrownBy(() -> kit.apply(sites, version))
        .isInstanceOf(VersionConflictException.class);
  }

  @Test
  void whatIsInUseIsNotDeleted() throws Exception {
    kit.apply(ALL);
    TestSql.execute(kit.database, "insert into users values ('u', 'app', 'ACTIVE', null)");
    TestSql.execute(
        kit.database,
        "insert into user_sites (id, user_id, site_id, status, migrating) values"
            + " ('us', 'u', 'bank', 'CONNECTED', false)");
    assertThat(kit.errors(pruning(files("f.yaml", "clients: {}\nsites: {}\npools: {}\n"))))
        .containsExactly(
            "clients.app: cannot be deleted: it still has 1 that belong to it; delete those first",
            "sites.bank: cannot be deleted: it still has 1 that belong to it; delete those first",
            "pools.slow: cannot be deleted: collection feed/a runs in it");
  }

  @Test
  void jobsMayReferToEachOtherAndSwapTheirNames() throws Exception {
    String first = "{id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a, project: p, name: %s, steps: [%s]}";
    String second = "{id: 8c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a, project: p, name: %s, steps: [%s]}";
    String jobs = "jobs:\n- %s\n- %s\n";
    kit.apply(
        jobs.formatted(
            first.formatted("a", "{name: s, depends: [b/step/s]}"),
            second.formatted("b", "{name: s}")));
    assertThat(value("select string_agg(name || refers_to::text, ' ' order by name) from jobs"))
        .isEqualTo("a{p/b} b{}");
    kit.apply(
        jobs.formatted(
            first.formatted("b", "{name: s, depends: [a/step/s]}"),
            second.formatted("a", "{name: s}")));
    assertThat(value("select string_agg(name || refers_to::text, ' ' order by name) from jobs"))
        .isEqualTo("a{} b{p/a}");
    assertThat(kit.errors(files("f.yaml", "job: " + second.formatted("a", "{name: t}"))))
        .containsExactly("f.yaml:1 job: steps = s: the step 's' of p/b waits for it: a/step/s");
    assertThat(
            kit.errors(
                pruning(
                    files(
                        "f.yaml",
                        "job: " + first.formatted("b", "{name: t, depends: [a/step/s]}")))))
        .singleElement()
        .asString()
        .contains("there is no job 'p/a'");
  }

  @Test
  void aPauseStaysUnlessTheDocumentSaysOtherwise() throws Exception {
    kit.apply(files("job.yaml", JOB));
    TestSql.execute(
        kit.database,
        "update jobs set paused = true, paused_by = 'me', paused_at = now(), pause_reason = 'r'");
    assertThat(kit.diff(files("job.yaml", JOB)).changes().unchanged()).isEqualTo(1);
    kit.apply(files("job.yaml", JOB.replace("1h", "2h")));
    assertThat(value("select paused || paused_by || pause_reason from jobs")).isEqualTo("truemer");
    kit.apply(files("job.yaml", JOB + "paused: false\n"));
    assertThat(value("select paused || paused_by || pause_reason from jobs")).isEqualTo("false");
    kit.apply(files("job.yaml", JOB + "paused: true\n"));
    assertThat(value("select paused || paused_by from jobs")).isEqualTo("truea person");
  }

  @Test
  void aSiteMayNotHaveTheNameOfASource() {
    assertThat(
            kit.errors(
                files(
                    "f.yaml",
                    "sites:\n  x: {provider: p}\nsources:\n  x: {collections: [{name: a}]}\n")))
        .hasSize(1)
        .first()
        .asString()
        .contains("name of a source");
  }

  @Test
  void credentialsAreHiddenByRole() {
    String yaml =
        "sites: {s: {provider: p, run: {http: {url: 'http://h/', headers: {Cookie: %s}}}}}";
    BundleChanges applied = kit.apply(yaml.formatted("old-secret"));
    assertThat(applied.warnings()).hasSize(1);
    BundleRequest changed = files("f.yaml", yaml.formatted("new-secret"));
    assertThat(kit.diff(changed, CredentialView.WHOLE).toString()).contains("old-secret");
    BundleChanges masked = kit.diff(changed, CredentialView.MASKED).changes();
    assertThat(masked.toString()).doesNotContain("-secret").contains("***");
    assertThat(masked.changed()).hasSize(1);
    BundleChanges hidden = kit.diff(changed, CredentialView.HIDDEN).changes();
    assertThat(hidden.changed()).isEmpty();
    assertThat(hidden.unchanged()).isEqualTo(1);
  }

  @Test
  void theProjectOfASourceMovesAllItsCollections() {
    kit.apply(ALL);
    BundleChanges diff =
        kit.diff(files("f.yaml", "sources: {feed: {project: x, collections: [{name: b}]}}"))
            .changes();
    assertThat(ids(diff.changed())).containsExactly("collection feed/a", "collection feed/b");
  }

  @Test
  void theSecretOfAWebhookIsNeverShownAndMayBeLeftOutLater() throws Exception {
    String hook = "webhooks: {ops: {url: 'http://127.0.0.1:9/x', kinds: [disabled]%s}}";
    assertThat(kit.errors(files("f.yaml", hook.formatted(""))))
        .containsExactly("f.yaml:1 webhooks.ops.secret: must be text of at least 16 characters");
    String secret = ", secret: first-secret-of-tests";
    assertThat(ids(kit.apply(hook.formatted(secret)).created())).containsExactly("webhook ops");
    assertThat(value("select encode(secret, 'escape') from webhooks")).doesNotContain("first");
    assertThat(kit.export().toString()).contains("127.0.0.1:9/x").doesNotContain("first-secret");
    assertThat(kit.diff(files("f.yaml", hook.formatted(""))).changes().unchanged()).isEqualTo(1);
    assertThat(kit.diff(files("f.yaml", hook.formatted(secret))).changes().unchanged())
        .isEqualTo(1);

    BundleRequest other = files("f.yaml", hook.formatted(", secret: second-secret-of-tests"));
    assertThat(kit.diff(other).changes().changed().get(0).fields().toString())
        .contains("field=secret")
        .doesNotContain("second-secret");
    assertThat(kit.diff(other, CredentialView.HIDDEN).changes().changed()).isEmpty();
    String version = value("select version from webhooks");
    kit.apply(other);
    assertThat(kit.diff(other).changes().unchanged()).isEqualTo(1);
    assertThat(value("select version from webhooks")).isNotEqualTo(version);

    assertThat(kit.errors(files("f.yaml", hook.replace("ops", "configured").formatted(secret))))
        .containsExactly(
            "f.yaml:1 webhooks.configured: is the name of a webhook in the settings of this node");
    assertThat(
            kit.errors(files("f.yaml", hook.replace("127.0.0.1", "169.254.169.254").formatted(""))))
        .hasSize(1);
    kit.apply(pruning(files("f.yaml", "webhooks: {}")));
    assertThat(value("select count(*) from webhooks")).isEqualTo("0");
  }
}
