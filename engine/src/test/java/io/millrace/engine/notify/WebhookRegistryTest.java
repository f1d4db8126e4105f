package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.outbound.OutboundKit;
import io.millrace.engine.project.Vault;
import io.millrace.engine.project.VaultKey;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WebhookRegistryTest {
  private static final Webhook CONFIGURED =
      new Webhook("a", URI.create("http://a/"), "a-secret-of-settings", Set.of(Kind.DISABLED));

  private final DatabaseUrl database = TestDatabase.fresh();
  private final WebhookStore store = store("A");
  private final WebhookRegistry registry = WebhookRegistry.of(List.of(CONFIGURED), store);

  private static WebhookStore store(String key) {
    return new WebhookStore(
        new Vault(VaultKey.of(Path.of("none"), key.repeat(43) + "=")),
        OutboundKit.TO_LOOPBACK.rule(),
        Set.of("a"));
  }

  private List<Webhook> loaded(WebhookRegistry from) throws Exception {
    try (Connection connection = database.connect()) {
      from.load(connection);
    }
    return from.current();
  }

  private void save(WebhookDefinition... webhooks) throws Exception {
    try (Connection connection = database.connect()) {
      store.write(connection, List.of(webhooks), List.of(), "me", Instant.EPOCH);
    }
  }

  @Test
  void thoseOfTheSettingsAreThereBeforeAnyIsStored() throws Exception {
    assertThat(registry.current()).containsExactly(CONFIGURED);
    assertThat(loaded(registry)).containsExactly(CONFIGURED);
  }

  @Test
  void aStoredOneIsThereOnceItIsReadAndFollowsItsChanges() throws Exception {
    Set<Kind> kinds = Set.of(Kind.DISABLED, Kind.POOL_PAUSED);
    save(new WebhookDefinition("b", "http://b/", "a-secret-of-tests", kinds));
    assertThat(loaded(registry))
        .containsExactly(
            CONFIGURED, new Webhook("b", URI.create("http://b/"), "a-secret-of-tests", kinds));
    save(new WebhookDefinition("b", "http://c/", null, kinds));
    assertThat(loaded(registry))
        .containsExactly(
            CONFIGURED, new Webhook("b", URI.create("http://c/"), "a-secret-of-tests", kinds));
    TestSql.execute(database, "delete from webhooks");
    assertThat(loaded(registry)).containsExactly(CONFIGURED);
  }

  @Test
  void oneThatCannotBeDecryptedDoesNotStopTheOthers() throws Exception {
    save(new WebhookDefinition("b", "http://b/", "a-secret-of-tests", Set.of(Kind.DISABLED)));
    assertThat(loaded(WebhookRegistry.of(List.of(CONFIGURED), store("B"))))
        .containsExactly(CONFIGURED);
  }
}
