package io.millrace.engine.notify;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.project.ProjectValueStore.ValueKind;
import io.millrace.engine.project.Vault;
import io.millrace.engine.sql.Statements;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of webhooks that are definitions. Their secrets are encrypted. */
public final class WebhookStore {
  /** No project has this name. */
  private static final String OWNER = "webhooks/";

  private static final String SELECT =
      "select name, url, kinds, secret, version, saved_by, saved_at from webhooks";

  /**
   * A webhook as it is stored.
   *
   * @param sealed its encrypted secret
   */
  public record StoredWebhook(
      String name,
      String url,
      Set<Kind> kinds,
      byte[] sealed,
      long version,
      String savedBy,
      Instant savedAt) {

    /** Omits the secret, and the address, which may contain one. */
    @Override
    public String toString() {
      return "StoredWebhook[" + name + "]";
    }
  }

  private final Vault vault;
  private final OutboundRule rule;
  private final Set<String> configured;

  /**
   * @param configured the names of the webhooks in the settings; a definition needs another one
   */
  public WebhookStore(Vault vault, OutboundRule rule, Set<String> configured) {
    this.vault = vault;
    this.rule = rule;
    this.configured = Set.copyOf(configured);
  }

  /**
   * Reads a definition.
   *
   * @param exists whether there is a webhook of this name, so that the secret may be left out
   * @throws io.millrace.engine.input.InvalidInputException with every error in it
   */
  public WebhookDefinition read(String name, JsonNode content, boolean exists) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(content, errors);
    if (configured.contains(name)) {
      node.refuse("is the name of a webhook in the settings of this node");
    }
    WebhookDefinition definition = WebhookReader.definition(name, node, rule, exists);
    errors.throwIfAny();
    return definition;
  }

  /** Whether this is the name of a webhook in the settings. */
  boolean isConfigured(String name) {
    return configured.contains(name);
  }

  /** Whether this is the secret of a webhook. */
  public boolean isSecretOf(StoredWebhook webhook, String secret) {
    return open(webhook).secret().equals(secret);
  }

  /**
   * @throws io.millrace.engine.project.VaultException if the secret cannot be decrypted
   */
  Webhook open(StoredWebhook stored) {
    String secret = vault.open(OWNER, ValueKind.SECRET, stored.name(), stored.sealed());
    return new Webhook(stored.name(), URI.create(stored.url()), secret, stored.kinds());
  }

  /** The number changes with each change of any webhook. */
  static String version(Connection connection) throws SQLException {
    return new Statements(connection)
        .first(
            "select count(*) || ' ' || coalesce(max(version), 0) from webhooks",
            row -> row.getString(1))
        .orElse("");
  }

  public static List<StoredWebhook> all(Connection connection) throws SQLException {
    return new Statements(connection).rows(SELECT + " order by name", WebhookStore::stored);
  }

  static Optional<StoredWebhook> find(Connection connection, String name) throws SQLException {
    return new Statements(connection).first(SELECT + " where name = ?", WebhookStore::stored, name);
  }

  private static StoredWebhook stored(ResultSet row) throws SQLException {
    return new StoredWebhook(
        row.getString("name"),
        row.getString("url"),
        Stream.of((String[]) row.getArray("kinds").getArray())
            .map(Kind::of)
            .collect(Collectors.toUnmodifiableSet()),
        row.getBytes("secret"),
        row.getLong("version"),
        row.getString("saved_by"),
        Statements.instant(row, "saved_at"));
  }

  /** Excludes all other changes of webhooks until the transaction ends. */
  public static void lock(Connection connection) throws SQLException {
    new Statements(connection).update("lock table webhooks in share row exclusive mode");
  }

  /** Saves and deletes webhooks in a transaction of the caller. */
  public void write(
      Connection connection,
      List<WebhookDefinition> saved,
      Collection<String> deleted,
      String by,
      Instant now)
      throws SQLException {
    Statements sql = new Statements(connection);
    sql.update("delete from webhooks where name = any(?)", deleted);
    for (WebhookDefinition webhook : saved) {
      String secret = webhook.secret();
      List<String> kinds = webhook.kinds().stream().map(Kind::text).sorted().toList();
      if (secret == null) {
        sql.update(
            """
            update webhooks set url = ?, kinds = ?, saved_by = ?, saved_at = ?,
              version = nextval('definition_version')
            where name = ?
            """,
            webhook.url(),
            kinds,
            by,
            now,
            webhook.name());
      } else {
        sql.update(
            """
            insert into webhooks (name, url, kinds, secret, saved_by, saved_at)
            values (?, ?, ?, ?, ?, ?)
            on conflict (name) do update set url = excluded.url, kinds = excluded.kinds,
              secret = excluded.secret, saved_by = excluded.saved_by,
              saved_at = excluded.saved_at, version = nextval('definition_version')
            """,
            webhook.name(),
            webhook.url(),
            kinds,
            vault.seal(OWNER, ValueKind.SECRET, webhook.name(), secret),
            by,
            now);
      }
    }
  }
}
