package io.millrace.http.server;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.javadsl.Sink;
import akka.util.ByteString;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.http.endpoint.BodyLimit;
import io.millrace.http.endpoint.Budget;
import io.millrace.http.endpoint.Budget.TakeResult;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.EndpointMatch;
import io.millrace.http.endpoint.Refusals;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the body of a request that was let in, if there is heap for it and for what is made of it.
 * The heap is kept for it until the request is answered.
 */
public final class BodyReader extends AllDirectives {
  static final String KIND = "body-bytes";

  private final ActorSystem<?> system;
  private final BodyBudgets budgets;
  private final BodyPace pace;
  private final CallerShares shares;
  private final Refusals refusals;
  private final Set<IncomingBody> open = ConcurrentHashMap.newKeySet();

  public BodyReader(
      ActorSystem<?> system, HttpLimits limits, CallerShares shares, Refusals refusals) {
    this.system = system;
    this.budgets = new BodyBudgets(limits.bodyBytes(), limits.tokenShare());
    this.pace = new BodyPace(limits.bodyWithin(), limits.bodyRate());
    this.shares = shares;
    this.refusals = refusals;
  }

  /** Call it about once a second. */
  public void abortSlowBodies() {
    long now = System.nanoTime();
    open.forEach(body -> body.check(pace, now));
  }

  /** Has the whole body in the request; a body that says itself to be too long is not read. */
  public Route withWholeBody(Route inner) {
    return extractRequest(
        request -> {
          BodyLimit limits = EndpointMatch.of(request).body().within(budgets.most());
          RequestEntity entity = request.entity();
          OptionalLong said = entity.getContentLengthOption();
          if (said.orElse(0) > limits.most()) {
            return refusals.answerUnread(
                request, FaultTranslator.tooLarge(limits.most()).response());
          }
          long length = said.orElse(limits.most());
          return length == 0 ? inner : readWithinBudget(request, limits, length, inner);
        });
  }

  private Route readWithinBudget(HttpRequest request, BodyLimit limits, long length, Route inner) {
    Caller caller = Caller.of(request);
    long cost = limits.cost(length);
    Budget budget = budgets.budgetFor(length, cost);
    TakeResult answer = budget.take(caller.token(), cost);
    if (answer != TakeResult.ADMITTED) {
      return refusals.refuse(request, answer, KIND);
    }
    AtomicLong held = new AtomicLong(cost);
    return shares.releaseAfter(
        () -> budget.giveBack(caller.token(), held.get()),
        () ->
            onSuccess(
                read(request.entity(), limits.most()),
                bytes -> {
                  long real = limits.cost(bytes.size());
                  budget.giveBack(caller.token(), held.getAndSet(real) - real);
                  checkText(request.entity(), bytes);
                  return mapRequest(read -> withWholeBody(read, bytes), () -> inner);
                }));
  }

  private static HttpRequest withWholeBody(HttpRequest request, ByteString bytes) {
    return request.withEntity(HttpEntities.create(request.entity().getContentType(), bytes));
  }

  private CompletionStage<ByteString> read(RequestEntity entity, long limit) {
    if (entity instanceof HttpEntity.Strict strict) {
      return CompletableFuture.completedFuture(strict.getData());
    }
    IncomingBody body = new IncomingBody(limit, System.nanoTime());
    open.add(body);
    entity
        .withoutSizeLimit()
        .getDataBytes()
        .runWith(Sink.foreach(body::add), system)
        .whenComplete((done, fault) -> body.end(fault));
    return body.wholeBytes().whenComplete((bytes, fault) -> open.remove(body));
  }

  /**
   * In any other charset the byte may be a part of a letter; what is read of it is checked later.
   */
  private static void checkText(RequestEntity entity, ByteString bytes) {
    boolean utf8 =
        entity
            .getContentType()
            .getCharsetOption()
            .map(charset -> charset.value().equalsIgnoreCase("UTF-8"))
            .orElse(true);
    if (utf8 && bytes.indexOf((byte) 0) >= 0) {
      throw new InvalidInputException("body", null, NulTextCheck.REASON);
    }
  }
}
