package io.millrace.http.server;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.http.javadsl.marshalling.sse.EventStreamMarshalling;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.headers.Accept;
import akka.http.javadsl.model.sse.ServerSentEvent;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import akka.stream.javadsl.Source;
import io.millrace.http.endpoint.Budget;
import io.millrace.http.endpoint.Budget.TakeResult;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Refusals;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** Places for streams of events: one is free again when its stream ends, or does not begin. */
public final class StreamPlaces extends AllDirectives {
  private static final Duration BEGIN_WITHIN = Duration.ofSeconds(30);

  private final ActorSystem<?> system;
  private final Budget places;
  private final String kind;
  private final Refusals refusals;

  public StreamPlaces(
      ActorSystem<?> system, int most, double share, String kind, Refusals refusals) {
    this.system = system;
    this.places = new Budget(most, Budget.share(most, share));
    this.kind = kind;
    this.refusals = refusals;
  }

  /** Only a caller that names the type gets events. */
  public static boolean wantsEvents(HttpRequest request) {
    return request
        .getHeader(Accept.class)
        .map(
            accept -> {
              for (var range : accept.getMediaRanges()) {
                if (!range.matches(MediaTypes.APPLICATION_JSON)
                    && range.matches(MediaTypes.TEXT_EVENT_STREAM)) {
                  return true;
                }
              }
              return false;
            })
        .orElse(false);
  }

  public Route answer(HttpRequest request, Source<ServerSentEvent, NotUsed> events) {
    UUID caller = Caller.of(request).token();
    TakeResult answer = places.take(caller, 1);
    return answer == TakeResult.ADMITTED
        ? completeOK(holdingPlace(caller, events), EventStreamMarshalling.toEventStream())
        : complete(refusals.problem(answer, kind).response());
  }

  private Source<ServerSentEvent, NotUsed> holdingPlace(
      UUID caller, Source<ServerSentEvent, NotUsed> events) {
    AtomicBoolean begun = new AtomicBoolean();
    // Should the reader be gone before its stream begins, nobody would end it.
    system
        .scheduler()
        .scheduleOnce(BEGIN_WITHIN, () -> release(caller, begun), system.executionContext());
    return events.watchTermination(
        (none, done) -> {
          if (begun.compareAndSet(false, true)) {
            done.whenComplete((finished, fault) -> places.giveBack(caller, 1));
          }
          return none;
        });
  }

  private void release(UUID caller, AtomicBoolean begun) {
    if (begun.compareAndSet(false, true)) {
      places.giveBack(caller, 1);
    }
  }
}
