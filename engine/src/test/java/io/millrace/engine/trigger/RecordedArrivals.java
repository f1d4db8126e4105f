package io.millrace.engine.trigger;

import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.ArrivalSender;
import io.millrace.engine.token.TokenId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Tokens that count each arrival once, as the real ones do. */
final class RecordedArrivals implements ArrivalSender {

  record Call(TokenId token, Arrival arrival) {}

  private record Counted(TokenId token, String source) {}

  private final List<Call> calls = new ArrayList<>();
  private final Set<Counted> counted = new LinkedHashSet<>();
  private final List<CompletableFuture<Void>> unanswered = new ArrayList<>();

  /** Arrivals that happen but are never acknowledged. */
  private Predicate<TokenId> deaf = token -> false;

  /** Arrivals that fail. */
  private Predicate<TokenId> away = token -> false;

  @Override
  public synchronized CompletionStage<Void> sendArrival(TokenId token, Arrival arrival) {
    calls.add(new Call(token, arrival));
    if (away.test(token)) {
      return CompletableFuture.failedFuture(new IllegalStateException(token + " is away"));
    }
    counted.add(new Counted(token, arrival.source()));
    CompletableFuture<Void> answer = new CompletableFuture<>();
    if (deaf.test(token)) {
      unanswered.add(answer);
    } else {
      answer.complete(null);
    }
    return answer;
  }

  synchronized void deaf(Predicate<TokenId> which) {
    deaf = which;
  }

  synchronized void away(Predicate<TokenId> which) {
    away = which;
  }

  /** Acknowledges all arrivals that were not acknowledged. */
  synchronized void answer() {
    unanswered.forEach(answer -> answer.complete(null));
    unanswered.clear();
  }

  synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The logical times of the arrivals from a job, in order. */
  synchronized List<Instant> times(long job) {
    return calls.stream()
        .map(Call::token)
        .filter(token -> token.job() == job)
        .map(TokenId::logicalTime)
        .toList();
  }

  /** How many different arrivals there were. */
  synchronized int counted() {
    return counted.size();
  }

  synchronized void clear() {
    calls.clear();
  }
}
