package io.millrace.engine.check;

import io.millrace.engine.policy.Attempt;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.token.Activation;
import io.millrace.engine.token.Token;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules about the states of owners: what they say of their tasks and times, the tables say too. */
final class StateRules {
  private static final int PAGE = 10_000;

  private static final String OPEN =
      """
      select attempt_uid, coalesce(task.owner, source || '/' || collection)
      from open_task join task using (attempt_uid) where source <> 'external'
      """;

  private static final String STATES =
      """
      select owner, manifest, state, due.at
      from owner_state left join due using (owner) where owner > ? order by owner limit %d
      """
          .formatted(PAGE);

  private static final String HAS_EVENTS =
      "select count(*) from event_journal where persistence_id in ('user-site|' || ?, 'token|' ||"
          + " ?)";

  private final RuleCounter attempts = new RuleCounter("an owner's open attempt is its open task");
  private final RuleCounter times = new RuleCounter("an owner is woken when its state says");
  private final Statements sql;
  private final DatabaseChecker.EventReader states;

  /** The owner of each open task that no state has named yet. */
  private final Map<UUID, String> open = new HashMap<>();

  StateRules(Statements sql, DatabaseChecker.EventReader states) {
    this.sql = sql;
    this.states = states;
  }

  List<Finding> check() throws SQLException {
    sql.forEach(OPEN, row -> open.put(row.getObject(1, UUID.class), row.getString(2)));
    String last = "";
    List<String> page;
    do {
      page = sql.rows(STATES, this::checkState, last);
      last = page.isEmpty() ? last : page.get(page.size() - 1);
    } while (page.size() == PAGE);
    for (Map.Entry<UUID, String> unknown : open.entrySet()) {
      String owner = unknown.getValue();
      // An owner that was not written since an earlier release has no state yet.
      attempts.expect(
          sql.number(HAS_EVENTS, owner, owner) > 0,
          () -> unknown.getKey() + " is open, but " + owner + " does not know it");
    }
    return List.of(attempts.finding(), times.finding());
  }

  private String checkState(ResultSet row) throws SQLException {
    String owner = row.getString(1);
    Object state = states.read(row.getBytes(3), row.getString(2));
    Instant due = Statements.instantOrNull(row, 4);
    if (state instanceof UserSite site) {
      checkAttempt(owner, site.attempt());
      Instant expected = site.goneSince() == null ? site.refreshAt() : null;
      times.expect(Objects.equals(expected, due), () -> differs(owner, expected, due));
    } else if (state instanceof Token token) {
      Activation run = token.activation();
      checkAttempt(owner, run == null ? null : run.attempt());
      Instant latest = earliest(run == null ? null : run.at(), token.deliverAt());
      // A change of its job may wake it earlier.
      times.expect(
          latest == null || (due != null && !due.isAfter(latest)),
          () -> differs(owner, latest, due));
    }
    return owner;
  }

  private void checkAttempt(String owner, @Nullable Attempt attempt) {
    if (attempt != null) {
      attempts.expect(
          owner.equals(open.remove(attempt.uid())),
          () -> owner + " has the open attempt " + attempt.uid() + ", which is no open task of it");
    }
  }

  private static @Nullable Instant earliest(@Nullable Instant... times) {
    return Stream.of(times).filter(Objects::nonNull).min(Instant::compareTo).orElse(null);
  }

  private static String differs(String owner, @Nullable Instant state, @Nullable Instant due) {
    return owner + ": its state says " + state + ", the due index " + due;
  }
}
