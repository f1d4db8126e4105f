package io.millrace.engine.flywheel;

import io.millrace.engine.directory.Facts;
import io.millrace.engine.refresh.Rule;
import io.millrace.engine.task.Reason;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** The way to the user-sites; called from any thread. */
@FunctionalInterface
public interface Refreshes {

  /**
   * Asks a user-site to refresh. Asked again for the same planned time, it answers the same: a
   * minute that was left half done is simply run again.
   */
  CompletionStage<Answer> refresh(String owner, Reason reason, Instant plannedAt, Facts facts);

  /**
   * @param skipped the rule that kept it from being refreshed; null if it was started
   */
  record Answer(boolean started, Rule skipped) {}
}
