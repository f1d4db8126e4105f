package io.millrace.engine.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import io.millrace.engine.simulate.SimulationService.SimulationContext;
import io.millrace.engine.sql.Statements;
import io.millrace.engine.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One simulation from its snapshot to its result.
 *
 * @param liveNodes the slots of the nodes that live now
 * @param slots of a node that lived in the past
 */
record SimulationRun(
    SimulationContext context,
    SimulationRequest request,
    Rules rules,
    Map<String, Integer> liveNodes,
    int slots,
    Instant submittedAt) {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  /**
   * Blocks until it is done.
   *
   * @param listener is told of the progress
   * @return the result as JSON; empty if the listener stopped it
   */
  Optional<String> run(SimulationListener listener) throws SQLException {
    SimulatedWorld world =
        new SnapshotReader(context.database(), context.pools(), request, rules, nodes())
            .read(() -> listener.progress(0));
    if (!listener.progress(0)) {
      return Optional.empty();
    }
    Optional<SimulationResult> result = Simulator.run(world, listener);
    if (result.isEmpty()) {
      return Optional.empty();
    }
    Optional<DayFigures> actual = Optional.empty();
    if (request.isBackTest(submittedAt)) {
      actual =
          Optional.of(
              readOnly(
                  connection -> ActualDayStore.read(connection, request.time(), world.pools())));
    }
    Optional<BackTest> test = actual.map(day -> BackTest.of(result.get().figures(), day));
    return Optional.of(
        text(
            SimulationText.of(
                request.time(), result.get(), test, actual, unknown(world.jobs().profiles()))));
  }

  /** Of a past day, the nodes that lived just before it. */
  private Map<String, Integer> nodes() throws SQLException {
    return request.basis() == Basis.PAST
        ? readOnly(
            connection -> ActualDayStore.nodesBefore(connection, request.time().from(), slots))
        : liveNodes;
  }

  private <T> T readOnly(Transaction.TransactionBody<T> body) throws SQLException {
    return Transaction.run(
        context.database(),
        (Connection connection) -> {
          new Statements(connection)
              .update("set transaction isolation level repeatable read read only");
          return body.run(connection);
        });
  }

  private static String text(Map<String, Object> result) {
    try {
      return JSON.writeValueAsString(result);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** What the simulation did not know, in words. */
  private List<String> unknown(RunProfiles profiles) {
    List<String> unknown = new ArrayList<>();
    if (profiles.runs() == 0) {
      unknown.add("The history has no runs: every run is assumed to take a second and succeed");
    }
    if (request.basis() == Basis.PAST) {
      unknown.add("Sources, sites, users and jobs are as they are now, pools as they were then");
    }
    if (request.basis() == Basis.FUTURE) {
      unknown.add("All tasks that wait now are assumed to end before it begins");
    }
    unknown.add("Runs by hand and external callers are left out");
    return unknown;
  }
}
