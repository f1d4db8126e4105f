package io.millrace.chaos;

import java.time.Duration;
import java.util.List;

/** What is done to the cluster. */
enum ChaosFault {
  KILL_ONE("SIGKILL of one node") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      scene.kill(List.of(scene.any()));
    }
  },
  KILL_SINGLETON("SIGKILL of the node with the singletons") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      scene.kill(List.of(scene.oldest()));
    }
  },
  KILL_TWO("SIGKILL of two of three") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      ChaosNode left = scene.any();
      scene.kill(scene.nodes().stream().filter(node -> node != left).toList());
    }
  },
  FREEZE("SIGSTOP of one node, then SIGCONT") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      ChaosNode node = scene.any();
      node.signal("STOP");
      scene.pause(scene.pace().freeze());
      node.signal("CONT");
    }
  },
  DATABASE("crash and restart of PostgreSQL") {
    @Override
    void strike(ChaosCluster scene) {
      scene.database().crashAndStart();
    }
  },
  CUT("one node cut off from the other two, all alive") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      ChaosNode alone = scene.any();
      for (ChaosNode other : scene.nodes()) {
        if (other != alone) {
          scene.network().cut(alone.number(), other.number());
        }
      }
      scene.pause(scene.pace().cut());
      scene.network().mend();
    }
  },
  LEAVE("SIGTERM of one node") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      scene.any().terminate();
    }
  },
  ROLL("a rolling deploy: one after the other leaves and comes back") {
    @Override
    void strike(ChaosCluster scene) throws Exception {
      for (ChaosNode node : scene.nodes()) {
        node.terminate();
        scene.awaitWhole(Duration.ofMinutes(3));
      }
    }
  };

  private final String text;

  ChaosFault(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether it is done on purpose, so that nobody outside may notice. */
  boolean isDeploy() {
    return this == LEAVE || this == ROLL;
  }

  /** Whether the other nodes may continue without a node because of it. */
  boolean costsNodes() {
    return !isDeploy() && this != DATABASE;
  }

  abstract void strike(ChaosCluster scene) throws Exception;
}
