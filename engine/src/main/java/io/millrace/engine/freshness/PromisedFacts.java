package io.millrace.engine.freshness;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.fresh.FreshExemption;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.sql.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a row of facts: which promise counts for a user-site, and what exempts it. */
final class PromisedFacts {
  /** A promise, and the kind of the definition that has it. */
  record NearestPromise(FreshPromise promise, String by) {}

  /** An exemption, and when it ends by itself, if it does. */
  record Exemption(FreshExemption reason, @Nullable Instant until) {}

  private PromisedFacts() {}

  /** The nearest promise of a user-site. */
  static Optional<NearestPromise> nearest(ResultSet row) throws SQLException {
    for (String by : new String[] {"user-site", "site", "client"}) {
      String text = row.getString("fresh_of_" + by.replace('-', '_'));
      if (text != null) {
        return Optional.of(new NearestPromise(FreshPromise.parse(text), by));
      }
    }
    return Optional.empty();
  }

  static Optional<Exemption> ofUserSite(ResultSet row, FlywheelSettings settings, Instant now)
      throws SQLException {
    if (row.getString("user_status").equals("BLOCKED")) {
      return forever(FreshExemption.USER_BLOCKED);
    }
    Optional<Exemption> login = ofLogin(row, settings, now);
    if (login.isPresent()) {
      return login;
    }
    Optional<Exemption> site = ofSite(row, settings);
    if (site.isPresent()) {
      return site;
    }
    if (row.getBoolean("migrating")) {
      return forever(FreshExemption.BEING_MIGRATED);
    }
    if (ConnectionStatus.valueOf(row.getString("status")).needsInteraction()) {
      return forever(FreshExemption.INTERACTION_NEEDED);
    }
    Optional<Exemption> disabled = ofOwner(row);
    return disabled.isPresent() ? disabled : ofSecondFactor(row, settings, now);
  }

  /** What exempts any owner: it is disabled, or its collection is not in the sources. */
  static Optional<Exemption> ofOwner(ResultSet row) throws SQLException {
    if (row.getBoolean("suspended")) {
      return forever(FreshExemption.SUSPENDED);
    }
    return row.getString("disabled_reason") == null
        ? Optional.empty()
        : forever(FreshExemption.DISABLED_UNTIL_UPDATE);
  }

  private static Optional<Exemption> ofLogin(ResultSet row, FlywheelSettings settings, Instant now)
      throws SQLException {
    if (!row.getBoolean("requires_recent_login")) {
      return Optional.empty();
    }
    Instant login = Statements.instantOrNull(row, "last_login");
    if (login == null) {
      return forever(FreshExemption.NEVER_LOGGED_IN);
    }
    return !now.isBefore(lastLoginTooOldAt(login, settings))
        ? forever(FreshExemption.NOT_LOGGED_IN_RECENTLY)
        : Optional.empty();
  }

  /** When a user-site becomes exempt because time passes; absent if it never does. */
  static @Nullable Instant exemptFrom(ResultSet row, FlywheelSettings settings)
      throws SQLException {
    Instant login = Statements.instantOrNull(row, "last_login");
    return login == null || !row.getBoolean("requires_recent_login")
        ? null
        : lastLoginTooOldAt(login, settings);
  }

  /** A login exactly that long ago is still recent. */
  private static Instant lastLoginTooOldAt(Instant login, FlywheelSettings settings) {
    return login.plus(settings.maximumSinceLastLogin()).plusMillis(1);
  }

  private static Optional<Exemption> ofSite(ResultSet row, FlywheelSettings settings)
      throws SQLException {
    if (settings.throttling().blacklistedProviders().contains(row.getString("provider"))) {
      return forever(FreshExemption.PROVIDER_BLACKLISTED);
    }
    if (!row.getBoolean("supported")) {
      return forever(FreshExemption.SITE_NOT_SUPPORTED);
    }
    return row.getBoolean("maintenance")
        ? forever(FreshExemption.SITE_IN_MAINTENANCE)
        : Optional.empty();
  }

  private static Optional<Exemption> ofSecondFactor(
      ResultSet row, FlywheelSettings settings, Instant now) throws SQLException {
    Instant asked = Statements.instantOrNull(row, "last_mfa_required_at");
    if (asked == null || !row.getBoolean("scraping")) {
      return Optional.empty();
    }
    Instant until = asked.plus(settings.throttling().minimumSinceMfa());
    return now.isBefore(until)
        ? Optional.of(new Exemption(FreshExemption.RECENTLY_REQUIRED_MFA, until))
        : Optional.empty();
  }

  private static Optional<Exemption> forever(FreshExemption reason) {
    return Optional.of(new Exemption(reason, null));
  }
}
