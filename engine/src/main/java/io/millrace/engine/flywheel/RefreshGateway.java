package io.millrace.engine.flywheel;

import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends refresh requests of the plan to user-sites. Any thread may call it. */
@FunctionalInterface
public interface RefreshGateway {

  /**
   * Asks a user-site to refresh. The same planned time always gets the same answer, so a minute
   * that was interrupted can simply run again.
   */
  CompletionStage<PlannedRefreshReply> refresh(
      String owner, TaskReason reason, Instant plannedAt, UserSiteFacts facts);

  /**
   * @param skipped why it was not refreshed: the text of a rule, or one of these constants; absent
   *     if it was started
   */
  record PlannedRefreshReply(@Nullable String skipped) {
    /** The node of the user-site does not have its site in force. */
    public static final String SITE_NOT_KNOWN = "site-not-known";

    /** All tries went unanswered, so it is unknown whether the refresh was started. */
    public static final String NO_ANSWER = "no-answer";
  }
}
