package io.millrace.chaos;

import io.millrace.engine.database.EmbeddedDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The cluster, its network and its database. A node that ended is started again. */
final class ChaosCluster {
  /** Seconds in which the work of a dead node has certainly begun elsewhere. */
  private static final int TAKEOVER = 5;

  private final List<ChaosNode> nodes;

  /** By how long they have been up; the first one has the singletons. */
  private final List<ChaosNode> byAge;

  private final ChaosNetwork network;
  private final EmbeddedDatabase database;
  private final Random random;
  private final FaultPace pace;

  /**
   * How long things last, in seconds.
   *
   * @param calm at least this and at most three times this between two faults
   * @param patience of a node with the owner that it asks
   */
  record FaultPace(int calm, int freeze, int cut, int patience) {
    static final FaultPace USUAL = new FaultPace(20, 90, 45, 10);

    /** Hardly longer than the others need to continue, and to be calm again. */
    static final FaultPace BRISK = new FaultPace(5, 20, 20, 10);

    /**
     * Just long enough for the others to continue without a node that does not answer. Tests share
     * their machine with others, and must not fail because it is slow.
     */
    static final FaultPace SHORT = new FaultPace(1, 25, 25, 40);
  }

  ChaosCluster(
      List<ChaosNode> nodes,
      ChaosNetwork network,
      EmbeddedDatabase database,
      Random random,
      FaultPace pace) {
    this.nodes = nodes;
    this.byAge = new ArrayList<>(nodes);
    this.network = network;
    this.database = database;
    this.random = random;
    this.pace = pace;
  }

  List<ChaosNode> nodes() {
    return nodes;
  }

  FaultPace pace() {
    return pace;
  }

  ChaosNetwork network() {
    return network;
  }

  ChaosNode any() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  ChaosNode oldest() {
    return byAge.get(0);
  }

  void kill(List<ChaosNode> some) throws InterruptedException {
    for (ChaosNode node : some) {
      node.kill();
    }
    pause(TAKEOVER + random.nextInt(10)); // the work of the dead nodes continues without them
  }

  EmbeddedDatabase database() {
    return database;
  }

  void pause(int seconds) {
    for (int i = 0; i < seconds; i++) {
      ChaosLoad.pause(1_000);
    }
  }

  /** Starts ended nodes again, as a supervisor would; true if all are there and serve. */
  boolean mend() throws IOException {
    boolean all = true;
    for (ChaosNode node : nodes) {
      if (node.startIfEnded()) {
        byAge.remove(node);
        byAge.add(node);
        all = false;
      } else {
        all &= node.isReady();
      }
    }
    return all;
  }

  /** Until all serve again; how long that took. */
  Duration awaitWhole(Duration most) throws IOException {
    for (long second = 0; second < most.toSeconds(); second++) {
      if (mend()) {
        return Duration.ofSeconds(second);
      }
      ChaosLoad.pause(1_000);
    }
    throw new IOException("The cluster was not whole again after " + most);
  }
}
