package io.millrace.http.server;

import akka.Done;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client's connection, with the requests on it that are not answered. */
final class ClientConnection {
  private final SharedKillSwitch end = KillSwitches.shared("connection");
  private final Set<CompletableFuture<Done>> open = new HashSet<>();
  private @Nullable CompletableFuture<Done> last;
  private final CompletableFuture<Boolean> endedByClient = new CompletableFuture<>();
  private boolean ended;
  private boolean closedHere;

  SharedKillSwitch end() {
    return end;
  }

  /** Closes it from this side. */
  void close() {
    synchronized (this) {
      closedHere = true;
    }
    end.shutdown();
  }

  /** Completes when it ends: whether the client closed it, or is gone. */
  CompletableFuture<Boolean> endedByClient() {
    return endedByClient;
  }

  /**
   * A request came. One that is open already is given up if it can be: behind two of them nobody
   * would see the client hang up.
   *
   * @param isLast whether no more requests come after it, though the client waits for its answer
   * @return a stage that completes when the client has stopped waiting for the answer
   */
  CompletableFuture<Done> requestBegan(boolean isLast) {
    CompletableFuture<Done> hangUp = new CompletableFuture<>();
    List<CompletableFuture<Done>> before;
    synchronized (this) {
      before = List.copyOf(open);
      open.add(hangUp);
      if (isLast) {
        last = hangUp;
      }
      if (ended) {
        before = List.copyOf(open);
      }
    }
    before.forEach(request -> request.complete(Done.getInstance()));
    return hangUp;
  }

  /**
   * @return whether no request is open now
   */
  synchronized boolean requestAnswered(CompletableFuture<Done> request) {
    open.remove(request);
    return open.isEmpty();
  }

  /**
   * No more requests come: the client hung up or was made to, or has sent its last one.
   *
   * @return whether the client has stopped waiting for an answer
   */
  boolean noMoreRequests() {
    List<CompletableFuture<Done>> left;
    boolean isOver;
    boolean byClient;
    synchronized (this) {
      ended = true;
      byClient = !closedHere;
      isOver = !open.contains(last);
      left = open.stream().filter(request -> request != last).toList();
    }
    left.forEach(request -> request.complete(Done.getInstance()));
    endedByClient.complete(byClient);
    return isOver;
  }

  synchronized boolean isEnded() {
    return ended;
  }
}
