package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.trigger.CatchUpDecisionContext.CatchUpDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work of the processor that may block or take long. */
record TriggerOperations(TriggerStore store, AsyncSql sql) {

  /** The number of triggers whose fires are read at once. */
  static final int PAGES = 10;

  /** The number of fires of a trigger that are read at once. */
  static final int PAGE_SIZE = 100;

  /** The approximate number of catch-up fires in one transaction. */
  private static final int FIRES_PER_BATCH = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(TriggerOperations.class);

  /**
   * @param left triggers that have to wait, because the batch is full
   * @param broken triggers whose decision failed
   */
  record CatchUpDecisions(
      List<CatchUpDecision> decided,
      List<CatchUpDecisionContext> left,
      List<CatchUpDecisionContext> broken) {}

  CompletionStage<TriggerStore.LoadedTriggers> load() {
    return sql.run(store::load);
  }

  CompletionStage<CatchUpDecisions> decideCatchUp(List<CatchUpDecisionContext> contexts) {
    return sql.run(() -> decideSome(contexts));
  }

  private static CatchUpDecisions decideSome(List<CatchUpDecisionContext> contexts) {
    CatchUpDecisions decisions =
        new CatchUpDecisions(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int fires = 0;
    for (CatchUpDecisionContext context : contexts) {
      if (fires >= FIRES_PER_BATCH) {
        decisions.left().add(context);
        continue;
      }
      try {
        CatchUpDecision decision = context.decide();
        decisions.decided().add(decision);
        fires += decision.places().size();
      } catch (RuntimeException fault) { // a broken trigger must not hold up the others
        LOG.error(
            "The trigger {} does not fire: its catch-up decision failed",
            context.of().name(),
            fault);
        decisions.broken().add(context);
      }
    }
    return decisions;
  }

  CompletionStage<Map<TriggerId, List<Instant>>> pages(List<LiveTrigger> triggers) {
    List<TriggerId> ids = triggers.stream().map(LiveTrigger::id).toList();
    return sql.run(() -> store.pages(ids, PAGE_SIZE));
  }

  CompletionStage<Void> store(TriggerChanges changes) {
    return sql.run(
        () -> {
          store.store(changes);
          return null;
        });
  }

  CompletionStage<List<Instant>> manualFires(
      Trigger trigger, Instant first, Instant last, Instant now) {
    return sql.run(() -> ManualFires.times(trigger, first, last, now));
  }
}
