package io.millrace.engine.watch;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.task.Owner.UserSiteOwner;
import io.millrace.engine.task.Task;
import java.time.Instant;

/**
 * How a user-site, or a collection, stands.
 *
 * @param owner such as {@code bank/accounts}
 * @param user null for a collection
 * @param status null for a collection
 * @param refreshAt what is booked for it; null if nothing is
 * @param retry which retry that is; 0 if it is none
 * @param plannedAt the next minute of its user in the plan; null if there is none
 * @param disabledReason null unless it is disabled
 * @param last its newest task; null if there is none
 */
public record UserSiteOverview(
    String owner,
    String user,
    ConnectionStatus status,
    boolean migrating,
    Instant refreshAt,
    int retry,
    Instant plannedAt,
    String disabledReason,
    Task last) {

  public String source() {
    return UserSiteOwner.parse(owner).source();
  }

  public String collection() {
    return UserSiteOwner.parse(owner).collection();
  }
}
