package io.millrace.engine.watch;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.task.Owner.UserSiteOwner;
import io.millrace.engine.task.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a user-site or a collection, for lists.
 *
 * @param owner such as {@code bank/accounts}
 * @param user absent for a collection
 * @param status absent for a collection
 * @param refreshAt the booked refresh; absent if there is none
 * @param retry the number of the booked retry; 0 if it is not a retry
 * @param plannedAt the next minute of its user in the plan; absent if there is none
 * @param disabledReason absent unless it is disabled
 * @param last its newest task; absent if there is none
 */
public record UserSiteOverview(
    String owner,
    @Nullable String user,
    @Nullable ConnectionStatus status,
    boolean migrating,
    @Nullable Instant refreshAt,
    int retry,
    @Nullable Instant plannedAt,
    @Nullable String disabledReason,
    @Nullable Task last) {

  public static UserSiteOverviewBuilder builder() {
    return new UserSiteOverviewBuilder();
  }

  public String source() {
    return UserSiteOwner.parse(owner).source();
  }

  public String collection() {
    return UserSiteOwner.parse(owner).collection();
  }
}
