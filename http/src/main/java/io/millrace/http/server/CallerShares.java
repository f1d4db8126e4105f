package io.millrace.http.server;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.http.endpoint.Budget;
import io.millrace.http.endpoint.Budget.TakeResult;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.RequestKind;
import java.util.function.Supplier;

/**
 * One token's share of the places for requests, taken before the body and kept until the answer.
 */
public final class CallerShares extends AllDirectives {
  private final Budget requests;
  private final Budget reports;
  private final Budget longPolls;
  private final Refusals refusals;

  public CallerShares(HttpLimits limits, Refusals refusals) {
    this.refusals = refusals;
    this.requests = shareOf(limits.inFlight(), limits);
    this.reports = shareOf(limits.reports(), limits);
    this.longPolls = shareOf(limits.longPolls(), limits);
  }

  /** The total is kept by the {@link RequestIntake} and the {@link LongPolls}. */
  private static Budget shareOf(int places, HttpLimits limits) {
    long share = Budget.share(places, limits.tokenShare());
    return new Budget(Long.MAX_VALUE, share >= places ? Long.MAX_VALUE : share);
  }

  public Route withShare(
      HttpRequest request, Caller caller, RequestKind kind, Supplier<Route> inner) {
    Budget budget = budget(kind);
    TakeResult answer = budget.take(caller.token(), 1);
    return answer == TakeResult.ADMITTED
        ? releaseAfter(() -> budget.giveBack(caller.token(), 1), inner)
        : refusals.refuse(request, answer, kind.text());
  }

  private Budget budget(RequestKind kind) {
    return switch (kind) {
      case REQUEST -> requests;
      case REPORT -> reports;
      case LONG_POLL -> longPolls;
    };
  }

  /**
   * Runs it when the route has its answer, whatever that is. Faults are caught inside, for one that
   * is thrown at once would otherwise pass by.
   */
  Route releaseAfter(Runnable release, Supplier<Route> inner) {
    return mapRouteResultFuture(
        result -> result.whenComplete((answer, fault) -> release.run()),
        () -> handleExceptions(FaultTranslator.handler(), inner));
  }
}
