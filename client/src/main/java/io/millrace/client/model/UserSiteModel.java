package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.client.model.FreshnessModel.FreshPromise;
import io.millrace.client.model.FreshnessModel.FreshnessExplained;
import io.millrace.client.model.RefreshModel.Decision;
import io.millrace.client.model.RefreshModel.NextEvent;
import io.millrace.client.model.RefreshModel.RefreshState;
import io.millrace.client.model.RefreshModel.RuleCheck;
import io.millrace.client.model.TaskModel.Wait;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** User-sites. */
public final class UserSiteModel {
  private UserSiteModel() {}

  /** Whether the connection of a user-site works. */
  public enum ConnectionStatus {
    CONNECTED,
    STEP_NEEDED,
    DISCONNECTED,
    /** A word of a newer server. */
    @JsonEnumDefaultValue
    UNKNOWN
  }

  /** A user-site as it was saved. A time that was not given is left out. */
  public record UserSiteEntry(
      String id,
      String user,
      String site,
      ConnectionStatus status,
      boolean migrating,
      @Nullable Instant lastRefresh,
      @Nullable Instant lastMfaRequiredAt,
      @Nullable FreshPromise fresh) {}

  /** A page of user-sites. */
  public record UserSitePage(List<UserSiteEntry> userSites, @Nullable String after)
      implements Page<UserSiteEntry> {
    @Override
    public List<UserSiteEntry> items() {
      return userSites;
    }
  }

  /** A user-site. Its user and its site never change. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record UserSiteDefinition(
      @Nullable String id,
      String user,
      String site,
      @Nullable ConnectionStatus status,
      @Nullable Boolean migrating,
      @Nullable Instant lastRefresh,
      @Nullable Instant lastMfaRequiredAt,
      @Nullable FreshPromise fresh) {

    /** A user-site without a promise of its own. */
    public UserSiteDefinition(
        @Nullable String id,
        String user,
        String site,
        @Nullable ConnectionStatus status,
        @Nullable Boolean migrating,
        @Nullable Instant lastRefresh,
        @Nullable Instant lastMfaRequiredAt) {
      this(id, user, site, status, migrating, lastRefresh, lastMfaRequiredAt, null);
    }
  }

  /** A user-site, and how it is refreshed. */
  public record UserSite(
      String id,
      String user,
      String site,
      ConnectionStatus status,
      boolean migrating,
      @Nullable Instant lastRefresh,
      @Nullable Instant lastMfaRequiredAt,
      @Nullable FreshPromise fresh,
      @JsonUnwrapped RefreshState refresh) {}

  /** A user-site, and why it is, or is not, refreshed. */
  public record UserSiteExplained(
      String id,
      String user,
      String site,
      ConnectionStatus status,
      boolean migrating,
      @Nullable Instant lastRefresh,
      @Nullable Instant lastMfaRequiredAt,
      @Nullable FreshPromise fresh,
      @JsonUnwrapped RefreshState refresh,
      NextEvent next,
      @JsonProperty("wait") @Nullable Wait waiting,
      boolean allowed,
      List<RuleCheck> rules,
      List<Decision> decisions,
      @Nullable FreshnessExplained freshness) {}
}
