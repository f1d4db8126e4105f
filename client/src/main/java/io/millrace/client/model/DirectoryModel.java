package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.FreshnessModel.FreshPromise;
import io.millrace.client.model.RefreshModel.Warning;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Clients, sites and users. */
public final class DirectoryModel {
  private DirectoryModel() {}

  /** Whether a user is refreshed. */
  public enum UserStatus {
    ACTIVE,
    BLOCKED,
    /** A word of a newer server. */
    @JsonEnumDefaultValue
    UNKNOWN
  }

  /** A client, to whom users belong. */
  public record Client(
      String id,
      String name,
      @Nullable Integer refreshesPerDay,
      boolean requiresRecentLogin,
      @Nullable FreshPromise fresh) {}

  /** A page of clients. */
  public record ClientPage(List<Client> clients, @Nullable String after) implements Page<Client> {
    @Override
    public List<Client> items() {
      return clients;
    }
  }

  /** A client. Anything left out is as it is by default. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ClientDefinition(
      @Nullable String id,
      String name,
      @Nullable Integer refreshesPerDay,
      @Nullable Boolean requiresRecentLogin,
      @Nullable FreshPromise fresh) {

    /** A client without a promise. */
    public ClientDefinition(
        @Nullable String id,
        String name,
        @Nullable Integer refreshesPerDay,
        @Nullable Boolean requiresRecentLogin) {
      this(id, name, refreshesPerDay, requiresRecentLogin, null);
    }
  }

  /**
   * A site, and how its user-sites are refreshed: the fields of its definition as they were given.
   */
  public record Site(
      String id,
      String provider,
      boolean maintenance,
      boolean supported,
      boolean scraping,
      @Nullable JsonNode schedule,
      @Nullable String timeout,
      @Nullable JsonNode retry,
      @Nullable String align,
      @Nullable String whenExhausted,
      @Nullable String giveUpAfter,
      @Nullable JsonNode userMessages,
      @Nullable JsonNode run,
      @Nullable String system,
      @Nullable String pool,
      @Nullable String priority,
      @Nullable List<String> secrets,
      @Nullable String project,
      @Nullable FreshPromise fresh,
      @Nullable List<Warning> warnings) {}

  /** A page of sites. */
  public record SitePage(List<Site> sites, @Nullable String after) implements Page<Site> {
    @Override
    public List<Site> items() {
      return sites;
    }
  }

  /** A user, who has user-sites. */
  public record User(String id, String client, UserStatus status, @Nullable Instant lastLogin) {}

  /** A page of users. */
  public record UserPage(List<User> users, @Nullable String after) implements Page<User> {
    @Override
    public List<User> items() {
      return users;
    }
  }

  /** A user. The client of a user never changes. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record UserDefinition(
      @Nullable String id,
      String client,
      @Nullable UserStatus status,
      @Nullable Instant lastLogin) {}
}
