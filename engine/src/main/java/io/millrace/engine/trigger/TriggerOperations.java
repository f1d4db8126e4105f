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

/** What the processor has done for it where it may take its time. */
record TriggerOperations(TriggerStore store, AsyncSql sql) {

  /** Triggers of which fires are read at once, to be caught up. */
  static final int PAGES = 10;

  /** So many fires of a trigger are read at once. */
  static final int PAGE_SIZE = 100;

  /** Fires to be caught up that go into one transaction, more or less. */
  private static final int ENOUGH = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(TriggerOperations.class);

  /**
   * @param left there was so much already that these have to wait
   * @param broken these could not be settled
   */
  record CatchUpDecisions(
      List<CatchUpDecision> settled,
      List<CatchUpDecisionContext> left,
      List<CatchUpDecisionContext> broken) {}

  CompletionStage<TriggerStore.LoadedTriggers> load() {
    return sql.run(store::load);
  }

  CompletionStage<CatchUpDecisions> decideCatchUp(List<CatchUpDecisionContext> settlings) {
    return sql.run(() -> decideSome(settlings));
  }

  private static CatchUpDecisions decideSome(List<CatchUpDecisionContext> settlings) {
    CatchUpDecisions some =
        new CatchUpDecisions(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int fires = 0;
    for (CatchUpDecisionContext settling : settlings) {
      if (fires >= ENOUGH) {
        some.left().add(settling);
        continue;
      }
      try {
        CatchUpDecision next = settling.decide();
        some.settled().add(next);
        fires += next.places().size();
      } catch (RuntimeException fault) { // one that is broken must not hold up the others
        LOG.error(
            "The trigger {} cannot be settled; it does not fire", settling.of().name(), fault);
        some.broken().add(settling);
      }
    }
    return some;
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
