package io.millrace.hostile;

import akka.actor.ActorSystem;
import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.cluster.Cluster;
import akka.cluster.MemberStatus;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.check.Finding;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Somebody without the secret at the port of the nodes: with bytes, with TLS, and as a node. */
final class ClusterStranger implements Attack {
  private static final String OUTSIDE = "nobody joins without the secret";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "stranger";
  }

  @Override
  public String story() {
    return "a node without the secret that tries to join, in the clear and with a key of its own";
  }

  @Override
  public String hindrance(HostileOptions options) {
    return options.cluster().isPresent() ? "" : "give --cluster HOST:PORT";
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    InetSocketAddress port = arena.options().cluster().orElseThrow();
    int before = members(arena);
    byte[] junk = new byte[4_096];
    random.nextBytes(junk);
    say(arena, checklist, "bytes", new Socket(), port, junk);
    say(
        arena,
        checklist,
        "Akka's greeting",
        new Socket(),
        port,
        "AKKA\u0001".getBytes(StandardCharsets.ISO_8859_1));
    say(arena, checklist, "TLS without a key", StrangerTls.withoutKey().socket(), port, junk);
    StrangerTls own = StrangerTls.withOwnKey();
    say(arena, checklist, "TLS with its own key", own.socket(), port, junk);
    ActorSystem open = node(port, "tcp", ActorSystemSetup.empty());
    ActorSystem sealed =
        node(
            port, "tls-tcp", ActorSystemSetup.create(SSLEngineProviderSetup.create(system -> own)));
    try {
      for (int second = size.of(2, 10); second > 0; second--) {
        BoundedWait.millis(1_000);
        for (ActorSystem stranger : List.of(open, sealed)) {
          MemberStatus status = Cluster.get(stranger).selfMember().status();
          checklist.check(OUTSIDE, status != MemberStatus.up(), "a stranger is " + status);
        }
        int now = members(arena);
        checklist.check(OUTSIDE, now == before, now + " members, " + before + " before");
      }
    } finally {
      leave(open);
      leave(sealed);
    }
    return checklist.findings();
  }

  /** One that got in goes as it should, so that the node does not wait for it. */
  private static void leave(ActorSystem stranger) throws Exception {
    Cluster cluster = Cluster.get(stranger);
    if (cluster.selfMember().status() == MemberStatus.up()) {
      cluster.leave(cluster.selfAddress());
      BoundedWait.until(PATIENCE, cluster::isTerminated);
    }
    stranger.terminate();
    stranger.getWhenTerminated().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static int members(AttackContext arena) throws IOException {
    return arena.admin().get("/cluster").orFail("GET /cluster").json().path("members").size();
  }

  private static ActorSystem node(
      InetSocketAddress port, String transport, ActorSystemSetup setup) {
    Config config =
        ConfigFactory.parseString(
                """
akka {
  loglevel = OFF, stdout-loglevel = OFF, log-dead-letters = off
  actor.provider = cluster
  remote.artery { transport = %s, canonical { hostname = "127.0.0.1", port = 0 } }
  cluster { seed-nodes = ["akka://millrace@%s:%d"], jmx.enabled = off }
  coordinated-shutdown { exit-jvm = off, run-by-jvm-shutdown-hook = off, run-by-actor-system-terminate = off }
}
"""
                    .formatted(transport, port.getHostString(), port.getPort()))
            .withFallback(ConfigFactory.defaultReference());
    return ActorSystem.create("millrace", setup.withSetup(BootstrapSetup.create(config)));
  }

  /** Says it, and hears nothing but the end. */
  private static void say(
      AttackContext arena,
      Checklist checklist,
      String what,
      Socket socket,
      InetSocketAddress port,
      byte[] bytes)
      throws IOException {
    boolean ended = false;
    int heard = -1;
    try (socket) {
      socket.connect(port, (int) PATIENCE.toMillis());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      heard = socket.getInputStream().readNBytes(64).length;
      ended = true;
    } catch (java.net.SocketTimeoutException open) {
      heard = 0;
    } catch (IOException refused) {
      ended = true;
    }
    arena.tally().add(ended ? AttackTally.CLOSED : "open");
    boolean tls = socket instanceof javax.net.ssl.SSLSocket;
    checklist.check(
        "a stranger's connection to the nodes' port ends",
        ended && (!tls || heard <= 0),
        what + ": " + (ended ? heard + " bytes came" : "still open after " + PATIENCE));
  }
}
