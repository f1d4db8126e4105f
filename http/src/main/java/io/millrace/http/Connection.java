package io.millrace.http;

import akka.Done;
import akka.stream.KillSwitches;
import akka.stream.SharedKillSwitch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One client's connection, with the requests on it that are not answered. */
final class Connection {
  private final SharedKillSwitch end = KillSwitches.shared("connection");
  private final Set<CompletableFuture<Done>> open = new HashSet<>();
  private boolean gone;

  SharedKillSwitch end() {
    return end;
  }

  /**
   * A request came. One that is open already is given up if it can be: behind two of them nobody
   * would see the client hang up.
   *
   * @return what completes when nobody waits for the answer any more
   */
  CompletableFuture<Done> begun() {
    CompletableFuture<Done> hangUp = new CompletableFuture<>();
    List<CompletableFuture<Done>> before;
    synchronized (this) {
      before = List.copyOf(open);
      open.add(hangUp);
      if (gone) {
        before = List.copyOf(open);
      }
    }
    before.forEach(request -> request.complete(Done.getInstance()));
    return hangUp;
  }

  /**
   * @return whether no request is open now
   */
  synchronized boolean answered(CompletableFuture<Done> request) {
    open.remove(request);
    return open.isEmpty();
  }

  /** The client hung up, or was made to. */
  void gone() {
    List<CompletableFuture<Done>> left;
    synchronized (this) {
      gone = true;
      left = List.copyOf(open);
    }
    left.forEach(request -> request.complete(Done.getInstance()));
  }
}
