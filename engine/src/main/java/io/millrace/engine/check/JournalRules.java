package io.millrace.engine.check;

import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.flow.Lease;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.token.TokenEvent;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rules about the order of events, as far as the journal still has them: an actor with a snapshot
 * has only later events. What was open before the first event is unknown, and breaks no rule.
 * Owners have events only if they were not written since an earlier release.
 */
final class JournalRules {

  private static final String SELECT =
      """
      select persistence_id, sequence_number, event_ser_manifest, event_payload
      from event_journal where not deleted order by persistence_id, sequence_number
      """;

  private final RuleCounter attempts = new RuleCounter("only the current attempt counts");
  private final RuleCounter channels =
      new RuleCounter("a channel is granted once and released once");
  private final Statements sql;
  private final DatabaseChecker.EventReader events;

  private String actor = "";
  private boolean historyComplete;
  private @Nullable UUID current;
  private final Set<UUID> leases = new HashSet<>();

  JournalRules(Statements sql, DatabaseChecker.EventReader events) {
    this.sql = sql;
    this.events = events;
  }

  List<Finding> check() throws SQLException {
    sql.forEach(
        SELECT,
        row -> {
          enterActor(row.getString(1), row.getLong(2) == 1);
          Object event = events.read(row.getBytes(4), row.getString(3));
          if (event instanceof UserSiteEvent.Queued queued) {
            queued(queued.attempt().uid());
          } else if (event instanceof UserSiteEvent.Ended ended) {
            ended(ended.uid());
          } else if (event instanceof TokenEvent.Queued queued) {
            queued(queued.attempt().uid());
          } else if (event instanceof TokenEvent.Ended ended && ended.uid() != null) {
            ended(ended.uid()); // without an attempt, only a booked retry ended
          } else if (event instanceof ChannelsChanged changed) {
            changed(changed);
          }
        });
    return List.of(attempts.finding(), channels.finding());
  }

  private void enterActor(String persistenceId, boolean first) {
    if (!persistenceId.equals(actor)) {
      actor = persistenceId;
      historyComplete = first;
      current = null;
      leases.clear();
    }
  }

  private void queued(UUID uid) {
    attempts.expect(
        current == null, () -> actor + ": " + uid + " was queued while " + current + " was open");
    current = uid;
    historyComplete = true; // from here on, the open attempt is known
  }

  private void ended(UUID uid) {
    boolean right = uid.equals(current) || !historyComplete;
    attempts.expect(right, () -> actor + ": " + uid + " ended while " + current + " was open");
    current = null;
    historyComplete = true;
  }

  private void changed(ChannelsChanged changed) {
    for (UUID uid : changed.released()) {
      boolean held = leases.remove(uid);
      channels.expect(
          held || !historyComplete, () -> actor + ": " + uid + " was released but had no channel");
    }
    for (Lease lease : changed.granted()) {
      channels.expect(
          leases.add(lease.attemptUid()),
          () -> actor + ": " + lease.attemptUid() + " was granted twice");
    }
  }
}
