package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access tokens. */
public final class AccessTokenModel {
  private AccessTokenModel() {}

  /** What the holder of an access token may do. */
  public enum Role {
    @JsonProperty("viewer")
    VIEWER,
    @JsonProperty("operator")
    OPERATOR,
    @JsonProperty("admin")
    ADMIN,
    @JsonProperty("worker")
    WORKER,
    /** A word of a newer server. */
    @JsonEnumDefaultValue
    UNKNOWN
  }

  /** An access token, without its text. */
  public record AccessToken(
      String id,
      String name,
      Role role,
      String keptIn,
      Instant createdAt,
      String createdBy,
      @Nullable Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Nullable List<String> queues,
      @Nullable List<String> pools,
      @Nullable String workerPrefix,
      @Nullable List<String> projects) {}

  /** A page of access tokens. */
  public record AccessTokenPage(List<AccessToken> tokens, @Nullable String after)
      implements Page<AccessToken> {
    @Override
    public List<AccessToken> items() {
      return tokens;
    }
  }

  /**
   * An access token to make. The last four fields are for the role {@code worker} only; {@code
   * ["*"]} means all.
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AccessTokenRequest(
      String name,
      Role role,
      @Nullable Instant expiresAt,
      @Nullable List<String> queues,
      @Nullable List<String> pools,
      @Nullable String workerPrefix,
      @Nullable List<String> projects) {}

  /** A new access token. This is the only time that its text is shown. */
  public record CreatedAccessToken(
      String id,
      String token,
      String name,
      Role role,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable List<String> queues,
      @Nullable List<String> pools,
      @Nullable String workerPrefix,
      @Nullable List<String> projects) {
    /** The token itself must not be in a log. */
    @Override
    public String toString() {
      return "CreatedAccessToken[" + id + "]";
    }
  }
}
