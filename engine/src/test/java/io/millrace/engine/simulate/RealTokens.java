package io.millrace.engine.simulate;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.AskPattern;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.engine.JournalKit;
import io.millrace.engine.flow.PoolGateway;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.message.Ack;
import io.millrace.engine.token.Arrival;
import io.millrace.engine.token.ArrivalSender;
import io.millrace.engine.token.Token;
import io.millrace.engine.token.TokenCommand;
import io.millrace.engine.token.TokenCommand.TokenStateReply;
import io.millrace.engine.token.TokenContext;
import io.millrace.engine.token.TokenEntity;
import io.millrace.engine.token.TokenId;
import io.millrace.engine.token.TokenMeters;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Tokens as real entities on a real journal. Their arrivals come one after the other, in the order
 * in which they were sent, so that a test can tell the order of what follows.
 */
final class RealTokens implements ArrivalSender, AutoCloseable {
  private static final Duration WAIT = Duration.ofSeconds(30);

  /** An arrival on its way. */
  private record Sent(TokenId to, Arrival arrival, CompletableFuture<Void> stored) {}

  private final JournalKit journal;
  private final Clock clock;
  private final VirtualUids uids;
  private final Jobs jobs;
  private final PoolGateway pool;
  private final TestProbe<Object> answers;
  private final Map<String, ActorRef<TokenCommand>> awake = new ConcurrentHashMap<>();
  private final Deque<Sent> sent = new ArrayDeque<>();
  private final Set<TokenId> touched = new LinkedHashSet<>();
  private boolean busy;

  static RealTokens start(JournalKit journal, Clock clock, long seed, Jobs jobs, PoolGateway pool) {
    return new RealTokens(journal, clock, seed, jobs, pool);
  }

  private RealTokens(JournalKit journal, Clock clock, long seed, Jobs jobs, PoolGateway pool) {
    this.journal = journal;
    this.clock = clock;
    this.uids = new VirtualUids(seed);
    this.jobs = jobs;
    this.pool = pool;
    this.answers = journal.actors.createTestProbe();
  }

  @Override
  public synchronized CompletionStage<Void> sendArrival(TokenId token, Arrival arrival) {
    CompletableFuture<Void> stored = new CompletableFuture<>();
    sent.add(new Sent(token, arrival, stored));
    touched.add(token);
    if (!busy) {
      deliverNext();
    }
    return stored;
  }

  private synchronized void deliverNext() {
    Sent next = sent.poll();
    busy = next != null;
    if (next == null) {
      notifyAll();
      return;
    }
    // On another thread than the actor's: starting a token blocks.
    CompletableFuture.supplyAsync(() -> ref(next.to().owner()))
        .thenCompose(
            ref ->
                AskPattern.<TokenCommand, Ack>ask(
                    ref,
                    replyTo -> new TokenCommand.Arrive(next.arrival(), replyTo),
                    WAIT,
                    journal.actors.system().scheduler()))
        .whenComplete(
            (stored, fault) -> {
              if (fault == null) {
                next.stored().complete(null);
              } else {
                next.stored().completeExceptionally(fault);
              }
              deliverNext();
            });
  }

  private ActorRef<TokenCommand> ref(String owner) {
    return awake.computeIfAbsent(
        owner,
        name ->
            journal.actors.spawn(
                TokenEntity.create(
                    name,
                    new TokenContext(
                        pool,
                        jobs,
                        () -> CompletableFuture.completedFuture(null),
                        this,
                        clock,
                        () -> uids.uid(name, clock.instant()),
                        new TokenMeters(new SimpleMeterRegistry())))));
  }

  <T> T ask(TokenId token, Class<T> reply, Function<ActorRef<T>, TokenCommand> command) {
    synchronized (this) {
      touched.add(token);
    }
    ref(token.owner()).tell(command.apply(answers.ref().narrow()));
    return reply.cast(answers.receiveMessage(WAIT));
  }

  /** Waits until every arrival is stored. Returns the tokens that may have changed. */
  Map<TokenId, Token> settle() throws InterruptedException {
    while (true) {
      Set<TokenId> changed = awaitDelivery();
      Map<TokenId, Token> tokens = new HashMap<>();
      for (TokenId id : changed) {
        tokens.put(id, ask(id, TokenStateReply.class, TokenCommand.GetState::new).token());
      }
      if (tokens.values().stream().allMatch(token -> token.undelivered().isEmpty())
          && isQuietSince(changed)) {
        return tokens;
      }
    }
  }

  private synchronized Set<TokenId> awaitDelivery() throws InterruptedException {
    long end = System.nanoTime() + WAIT.toNanos();
    while (busy) {
      if (System.nanoTime() > end) {
        throw new AssertionError("The tokens do not settle");
      }
      wait(WAIT.toMillis());
    }
    return Set.copyOf(touched);
  }

  private synchronized boolean isQuietSince(Set<TokenId> seen) {
    if (busy || !touched.equals(seen)) {
      return false;
    }
    touched.clear();
    return true;
  }

  @Override
  public void close() {
    awake.values().forEach(journal.actors::stop);
    answers.stop();
  }
}
