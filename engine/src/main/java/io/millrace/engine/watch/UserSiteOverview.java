package io.millrace.engine.watch;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.task.Owner.UserSiteOwner;
import io.millrace.engine.task.Task;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a user-site or a collection, for lists.
 *
 * @param owner such as {@code bank/accounts}
 * @param user absent for a collection
 * @param facts of the directory; absent for a collection
 * @param plannedUser its user, for the rules of the plan; absent for a collection
 * @param refreshAt the booked refresh; absent if there is none
 * @param retry the number of the booked retry; 0 if it is not a retry
 * @param planned the next minutes of its user in the plan, the earliest first
 * @param disabledReason absent unless it is disabled
 * @param last its newest task; absent if there is none
 */
public record UserSiteOverview(
    String owner,
    @Nullable String user,
    @Nullable UserSiteFacts facts,
    @Nullable PlannedUser plannedUser,
    @Nullable Instant refreshAt,
    int retry,
    List<Instant> planned,
    @Nullable String disabledReason,
    @Nullable Task last) {

  public UserSiteOverview {
    planned = List.copyOf(planned);
  }

  public static UserSiteOverviewBuilder builder() {
    return new UserSiteOverviewBuilder();
  }

  /** Absent for a collection. */
  public @Nullable ConnectionStatus status() {
    return facts == null ? null : facts.status();
  }

  public boolean migrating() {
    return facts != null && facts.migrating();
  }

  /** The next minute of its user in the plan; absent if there is none. */
  public @Nullable Instant plannedAt() {
    return planned.isEmpty() ? null : planned.get(0);
  }

  public String source() {
    return UserSiteOwner.parse(owner).source();
  }

  public String collection() {
    return UserSiteOwner.parse(owner).collection();
  }
}
