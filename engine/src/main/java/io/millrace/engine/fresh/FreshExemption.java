package io.millrace.engine.fresh;

import java.util.Locale;

/** Why a promise does not count now. The first that applies is shown. */
public enum FreshExemption {
  SUSPENDED,
  JOB_PAUSED,
  USER_BLOCKED,
  NEVER_LOGGED_IN,
  NOT_LOGGED_IN_RECENTLY,
  PROVIDER_BLACKLISTED,
  SITE_NOT_SUPPORTED,
  SITE_IN_MAINTENANCE,
  BEING_MIGRATED,
  INTERACTION_NEEDED,
  DISABLED_UNTIL_UPDATE,
  RECENTLY_REQUIRED_MFA;

  /** The word in the API and the tables, such as {@code interaction-needed}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
