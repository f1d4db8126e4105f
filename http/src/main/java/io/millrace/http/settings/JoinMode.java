package io.millrace.http.settings;

import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.cluster.typed.JoinSeedNodes;
import akka.management.cluster.bootstrap.ClusterBootstrap;
import akka.management.javadsl.AkkaManagement;
import com.typesafe.config.Config;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** How a node finds the others: {@code millrace.cluster.join}. */
public enum JoinMode {
  /** There are no other nodes. */
  ITSELF("single.conf") {
    @Override
    public void join(ActorSystem<?> system, Config cluster, BooleanSupplier isRunning) {
      Cluster own = Cluster.get(system);
      own.manager().tell(Join.create(own.selfMember().address()));
    }
  },
  /** The settings name the first nodes. */
  SEEDS("seeds.conf") {
    @Override
    public void join(ActorSystem<?> system, Config cluster, BooleanSupplier isRunning) {
      List<Address> seeds =
          new ArrayList<>(
              Arrays.stream(cluster.getString("seeds").split(","))
                  .map(seed -> address(system, seed.strip()))
                  .toList());
      Address own = Cluster.get(system).selfMember().address();
      if (seeds.get(0).equals(own) && isRunning.getAsBoolean()) {
        seeds.add(seeds.remove(0)); // only the first one may begin a cluster
      }
      Cluster.get(system).manager().tell(new JoinSeedNodes(seeds));
    }
  },
  /** The node asks Kubernetes for the pods of its app. */
  KUBERNETES("kubernetes.conf") {
    @Override
    public void join(ActorSystem<?> system, Config cluster, BooleanSupplier isRunning) {
      AkkaManagement.get(system).start();
      ClusterBootstrap.get(system).start();
    }
  };

  private final String conf;

  JoinMode(String conf) {
    this.conf = conf;
  }

  /** The settings of this way of running. */
  String conf() {
    return conf;
  }

  /**
   * @param isRunning whether there is a cluster already, even if its nodes do not answer
   */
  public abstract void join(ActorSystem<?> system, Config cluster, BooleanSupplier isRunning);

  /**
   * @throws StartException if there is no such way
   */
  public static JoinMode of(String text) {
    try {
      return WordList.read(JoinMode.class, "millrace.cluster.join", text);
    } catch (InvalidInputException unknown) {
      throw new StartException(unknown.getMessage());
    }
  }

  private static Address address(ActorSystem<?> system, String seed) {
    int colon = seed.lastIndexOf(':');
    if (colon < 1 || !seed.substring(colon + 1).matches("\\d{1,5}")) {
      throw new StartException(
          "millrace.cluster.seeds: '" + seed + "' is not host:port; see MILLRACE_SEEDS");
    }
    return new Address(
        "akka",
        system.name(),
        seed.substring(0, colon),
        Integer.parseInt(seed.substring(colon + 1)));
  }
}
