package io.millrace.http.server;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.http.endpoint.Budget;
import io.millrace.http.endpoint.Budget.TakeResult;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.RequestKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One token's share of the places for requests, taken before the body and kept until the answer.
 */
public final class CallerShares extends AllDirectives {
  private final Map<RequestKind, Budget> budgets = new EnumMap<>(RequestKind.class);
  private final Refusals refusals;

  public CallerShares(HttpLimits limits, Refusals refusals) {
    this.refusals = refusals;
    budgets.put(RequestKind.REQUEST, shareOf(limits.inFlight(), limits));
    budgets.put(RequestKind.REPORT, shareOf(limits.reports(), limits));
    budgets.put(RequestKind.LONG_POLL, shareOf(limits.longPolls(), limits));
  }

  /** The total is kept by the {@link RequestIntake} and the {@link LongPolls}. */
  private static Budget shareOf(int places, HttpLimits limits) {
    long share = Budget.share(places, limits.tokenShare());
    return new Budget(Long.MAX_VALUE, share >= places ? Long.MAX_VALUE : share);
  }

  public Route withShare(
      HttpRequest request, Caller caller, RequestKind kind, Supplier<Route> inner) {
    Budget budget = budgets.get(kind);
    TakeResult answer = budget.take(caller.token(), 1);
    return answer == TakeResult.ADMITTED
        ? releaseAfter(() -> budget.giveBack(caller.token(), 1), inner)
        : refusals.refuse(request, answer, kind.text());
  }

  /**
   * Runs it when the route has its answer, whatever that is. Faults are caught inside, for one that
   * is thrown at once would otherwise pass by.
   */
  Route releaseAfter(Runnable release, Supplier<Route> inner) {
    return mapRouteResultFuture(
        result -> result.whenComplete((answer, fault) -> release.run()),
        () -> handleExceptions(FaultAnswers.handler(), inner));
  }
}
