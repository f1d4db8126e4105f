package io.millrace.http.directory;

import io.millrace.engine.flywheel.PlanService.UserOutlook;
import io.millrace.engine.fresh.RefreshOutlook;
import io.millrace.engine.node.Engine;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteCommand.AttemptStarted;
import io.millrace.engine.refresh.UserSiteCommand.ExplainReply;
import io.millrace.engine.refresh.UserSiteCommand.UserSiteStateReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.http.freshness.FreshnessJson;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Adds to an explanation what the user-site itself does not know: its next run, its queue, and how
 * fresh its data is.
 */
record RefreshExplainer(Engine engine, Clock clock) {

  /**
   * @param outlook what the plan holds for its user
   */
  CompletionStage<Map<String, Object>> explain(
      CollectionId id, ExplainReply explained, UserOutlook outlook) {
    Optional<SourceCollection> defined = engine.refreshes().find(id);
    NextRefresh next =
        NextRefresh.of(
            explained.verdicts(),
            explained.view().next(),
            defined.map(SourceCollection::policy).orElse(null),
            outlook.minutes(),
            outlook.skippedBy());
    return engine
        .waits()
        .ofRefresh(explained.view(), next)
        .thenApply(
            wait ->
                ExplainJson.explain(
                    explained,
                    defined.map(SourceCollection::work).orElse(null),
                    outlook,
                    next,
                    wait))
        .thenCombine(
            engine.freshness().find(id.owner()),
            (json, promised) -> {
              json.put(
                  "freshness",
                  FreshnessJson.explained(
                      promised.orElse(null), ahead(explained.view(), next), clock.instant()));
              return json;
            });
  }

  private static RefreshOutlook ahead(UserSiteStateReply view, NextRefresh next) {
    UserSite site = view.userSite();
    Attempt attempt = site.attempt();
    if (attempt == null) {
      boolean rests = site.disabled() != null || site.goneSince() != null;
      return RefreshOutlook.booked(rests ? null : next.at());
    }
    AttemptStarted started = view.started();
    return RefreshOutlook.open(attempt.queuedAt(), started == null ? null : started.deadline());
  }
}
