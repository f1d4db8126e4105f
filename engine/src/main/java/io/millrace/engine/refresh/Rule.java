package io.millrace.engine.refresh;

import java.util.Locale;

/** What can keep a user-site from being refreshed, in the order in which it is looked at. */
public enum Rule {
  PROVIDER_BLACKLISTED,
  SITE_NOT_SUPPORTED,
  SITE_IN_MAINTENANCE,
  BEING_MIGRATED,
  INTERACTION_NEEDED,
  DISABLED_UNTIL_UPDATE,
  RECENTLY_REQUIRED_MFA,
  RECENTLY_REFRESHED,
  ALREADY_QUEUED_OR_RUNNING;

  /** The word the API, the tables and the metrics use, such as {@code site-in-maintenance}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
