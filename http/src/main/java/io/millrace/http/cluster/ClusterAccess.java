package io.millrace.http.cluster;

import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.http.settings.JoinMode;
import io.millrace.http.settings.StartException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a node knows that another one is of its cluster.
 *
 * @param secret none if certificates of files say it, or if nothing does
 */
public record ClusterAccess(Optional<ClusterSecret> secret, boolean isOpen) {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterAccess.class);
  private static final String INSECURE = "MILLRACE_CLUSTER_INSECURE";

  /** What actors may see of it. */
  private static final Config SEALED =
      ConfigFactory.parseString(
          "akka.remote.artery.transport = tls-tcp, millrace.cluster.secret = \"\"");

  /**
   * @param cluster {@code millrace.cluster}
   * @throws StartException if anybody could join, and nobody has said that this is meant
   */
  public static ClusterAccess of(Config cluster) {
    if (JoinMode.of(cluster.getString("join")) == JoinMode.ITSELF) {
      return of(ClusterSecret.random());
    }
    boolean tls = !cluster.getString("tls-dir").isEmpty();
    String text = cluster.getString("secret");
    String file = cluster.getString("secret-file");
    boolean insecure = cluster.getBoolean("insecure");
    boolean shared = !text.isEmpty();
    if (insecure && (tls || shared)) {
      throw new StartException(
          INSECURE + " = true, but a secret or certificates are given as well: take one away");
    }
    if (tls) {
      return new ClusterAccess(Optional.empty(), false);
    }
    if (shared) {
      String where = ClusterSecret.ENVIRONMENT + (file.isEmpty() ? "" : "_FILE = " + file);
      return of(ClusterSecret.of(text, where));
    }
    if (!insecure) {
      throw new StartException(
          """
Anybody who reaches the port of this node could join its cluster. Give all nodes the same secret \
(%1$s, or a file with it in %1$s_FILE; %2$s), or certificates \
(MILLRACE_TLS_DIR). On a network that only the nodes can reach, %3$s=true does without.\
"""
              .formatted(ClusterSecret.ENVIRONMENT, ClusterSecret.HOW_TO_MAKE, INSECURE));
    }
    return new ClusterAccess(Optional.empty(), true);
  }

  private static ClusterAccess of(ClusterSecret secret) {
    return new ClusterAccess(Optional.of(secret), false);
  }

  /** For an actor system, whose settings do not show the secret. */
  public ActorSystemSetup setup(Config config) {
    if (isOpen) {
      LOG.warn(
          "{} = true: anybody who reaches port {} of this node can join its cluster",
          INSECURE,
          config.getString("millrace.cluster.port"));
    }
    return secret
        .map(
            known ->
                ActorSystemSetup.create(
                    BootstrapSetup.create(SEALED.withFallback(config)),
                    SSLEngineProviderSetup.create(system -> new ClusterSecretTls(known))))
        .orElseGet(() -> ActorSystemSetup.create(BootstrapSetup.create(config)));
  }
}
