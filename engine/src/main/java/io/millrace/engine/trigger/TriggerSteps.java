package io.millrace.engine.trigger;

import io.millrace.engine.job.Trigger;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.trigger.Settling.Settled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the processor has done for it where it may take its time. */
record TriggerSteps(TriggerStore store, AsyncSql sql) {
  /** Fires to be caught up that go into one transaction, more or less. */
  private static final int ENOUGH = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(TriggerSteps.class);

  /**
   * @param left there was so much already that these have to wait
   * @param broken these could not be settled
   */
  record SettledSome(List<Settled> settled, List<Settling> left, List<Settling> broken) {}

  CompletionStage<TriggerStore.All> load() {
    return sql.run(store::load);
  }

  CompletionStage<SettledSome> settle(List<Settling> settlings) {
    return sql.run(() -> settleSome(settlings));
  }

  private static SettledSome settleSome(List<Settling> settlings) {
    SettledSome some = new SettledSome(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int fires = 0;
    for (Settling settling : settlings) {
      if (fires >= ENOUGH) {
        some.left().add(settling);
        continue;
      }
      try {
        Settled next = settling.settle();
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

  CompletionStage<Map<TriggerId, List<Instant>>> pages(List<LiveTrigger> triggers, int limit) {
    List<TriggerId> ids = triggers.stream().map(LiveTrigger::id).toList();
    return sql.run(() -> store.pages(ids, limit));
  }

  CompletionStage<Void> store(Changes changes) {
    return sql.run(
        () -> {
          store.store(changes);
          return null;
        });
  }

  CompletionStage<List<Instant>> byHand(Trigger trigger, Instant first, Instant last, Instant now) {
    return sql.run(() -> ByHand.times(trigger, first, last, now));
  }
}
