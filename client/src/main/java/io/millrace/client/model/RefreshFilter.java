package io.millrace.client.model;

import io.millrace.client.model.UserSiteModel.ConnectionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Which refreshes. A field that is null does not matter.
 *
 * @param kind {@code user-site}, {@code collection} or {@code disabled}
 */
public record RefreshFilter(
    @Nullable String kind,
    @Nullable String search,
    @Nullable String user,
    @Nullable String site,
    @Nullable ConnectionStatus status) {
  public static final RefreshFilter ALL = new RefreshFilter(null, null, null, null, null);

  public RefreshFilter kind(String wanted) {
    return new RefreshFilter(wanted, search, user, site, status);
  }

  public RefreshFilter search(@Nullable String text) {
    return new RefreshFilter(kind, text, user, site, status);
  }

  public RefreshFilter user(String id) {
    return new RefreshFilter(kind, search, id, site, status);
  }

  public RefreshFilter site(String id) {
    return new RefreshFilter(kind, search, user, id, status);
  }

  public RefreshFilter status(ConnectionStatus wanted) {
    return new RefreshFilter(kind, search, user, site, wanted);
  }
}
