package io.millrace.engine.flywheel;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** The way to the user-sites; called from any thread. */
@FunctionalInterface
public interface RefreshGateway {

  /**
   * Asks a user-site to refresh. Asked again for the same planned time, it answers the same: a
   * minute that was left half done is simply run again.
   */
  CompletionStage<PlannedRefreshReply> refresh(
      String owner, TaskReason reason, Instant plannedAt, UserSiteFacts facts);

  /**
   * @param skipped what kept it from being refreshed: the text of a rule, or one of these; null if
   *     it was started
   */
  record PlannedRefreshReply(String skipped) {
    /** Its node does not have its site in force. */
    public static final String SITE_NOT_KNOWN = "site-not-known";

    /** It was asked often enough, and whether it was started is not known. */
    public static final String NO_ANSWER = "no-answer";
  }
}
