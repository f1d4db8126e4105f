package io.millrace.http;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.http.Budget.Answer;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One token's share of the places for requests, taken before the body and kept until the answer.
 */
final class Shares extends AllDirectives {
  private final Map<RequestKind, Budget> budgets = new EnumMap<>(RequestKind.class);
  private final Refusals refusals;

  Shares(HttpLimits limits, Refusals refusals) {
    this.refusals = refusals;
    budgets.put(RequestKind.REQUEST, shareOf(limits.inFlight(), limits));
    budgets.put(RequestKind.REPORT, shareOf(limits.reports(), limits));
    budgets.put(RequestKind.LONG_POLL, shareOf(limits.longPolls(), limits));
  }

  /** The total is kept by the {@link Intake} and the {@link LongPolls}. */
  private static Budget shareOf(int places, HttpLimits limits) {
    long share = Budget.share(places, limits.tokenShare());
    return new Budget(Long.MAX_VALUE, share >= places ? Long.MAX_VALUE : share);
  }

  Route held(HttpRequest request, Caller caller, RequestKind kind, Supplier<Route> inner) {
    Budget budget = budgets.get(kind);
    Answer answer = budget.take(caller.token(), 1);
    return answer == Answer.ADMITTED
        ? released(() -> budget.giveBack(caller.token(), 1), inner)
        : refusals.answer(request, answer, kind.text());
  }

  /**
   * Runs it when the route has its answer, whatever that is. Faults are caught inside, for one that
   * is thrown at once would otherwise pass by.
   */
  Route released(Runnable release, Supplier<Route> inner) {
    return mapRouteResultFuture(
        result -> result.whenComplete((answer, fault) -> release.run()),
        () -> handleExceptions(Api.faults(), inner));
  }
}
