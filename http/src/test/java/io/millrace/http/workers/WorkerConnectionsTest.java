package io.millrace.http.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkerConnectionsTest {
  private final List<String> hungUp = new ArrayList<>();
  private final WorkerConnections connections = new WorkerConnections(hungUp::add);
  private final CompletableFuture<Boolean> one = new CompletableFuture<>();
  private final CompletableFuture<Boolean> other = new CompletableFuture<>();

  @Test
  void aConnectionThatWasKeptSaysByItsEndThatTheWorkerMayBeDead() {
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("near", other);
    connections.onHeartbeat("near", other);
    assertThat(hungUp).isEmpty();
    one.complete(true);
    assertThat(hungUp).containsExactly("far");
  }

  @Test
  void aConnectionForOneHeartbeatSaysNothing() {
    connections.onHeartbeat("far", one);
    one.complete(true);
    connections.onHeartbeat("far", other);
    other.complete(true);
    assertThat(hungUp).isEmpty();
  }

  @Test
  void aConnectionThatTheWorkerNoLongerUsesSaysNothing() {
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", other);
    one.complete(true);
    assertThat(hungUp).isEmpty();
  }

  @Test
  void aConnectionThatTheNodeClosedSaysNothing() {
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", one);
    one.complete(false);
    assertThat(hungUp).isEmpty();
  }

  @Test
  void allWorkersOfAConnectionMayBeDead() {
    for (String worker : List.of("a", "b", "a", "b")) {
      connections.onHeartbeat(worker, one);
    }
    one.complete(true);
    assertThat(hungUp).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aConnectionThatEndedBeforeItsHeartbeatWasReadIsForgotten() {
    one.complete(true);
    connections.onHeartbeat("far", one);
    connections.onHeartbeat("far", one);
    assertThat(hungUp).isEmpty();
  }

  @Test
  void moreWorkersThanThereCanBeAreNotRemembered() {
    for (int i = 0; i < 20_001; i++) {
      connections.onHeartbeat("made-up-" + i, one);
    }
    connections.onHeartbeat("made-up-0", one);
    connections.onHeartbeat("made-up-20000", one);
    one.complete(true);
    assertThat(hungUp).containsExactly("made-up-0");
  }
}
