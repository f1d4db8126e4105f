package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Callbacks and http runs to where a node must not send anything. What is written as an address is
 * refused when it is saved. What is a name, or looks like one, is only found out when it is sent:
 * then a port of this machine would notice. No form means a machine that is not this one.
 */
final class ForbiddenAddresses implements Attack {
  private static final String OPEN =
      "addresses: loopback is open here (millrace.outbound.allow), so of it only the node's own"
          + " port was tried";

  /** A callback is sent as soon as there is a channel, which is at once. */
  private static final long CALLBACK_MILLIS = 500;

  /** As addresses. */
  private static final List<String> LITERALS =
      List.of(
          "127.0.0.1",
          "127.9.9.9",
          "localhost",
          "LOCALHOST.",
          "a.localhost",
          "0.0.0.0",
          "[::1]",
          "[::]",
          "[0:0:0:0:0:0:0:1]",
          "[::ffff:127.0.0.1]",
          "[::ffff:7f00:1]",
          "[::127.0.0.1]",
          "[64:ff9b::7f00:1]",
          "[2002:7f00:1::]",
          "user:word@127.0.0.1",
          "example.com@127.0.0.1");

  /** As names, for readers that do not know that form. */
  private static final List<String> DISGUISED =
      List.of(
          "2130706433",
          "0x7f000001",
          "0x7f.0.0.1",
          "127.1",
          "127.0.1",
          "127.0.0.01",
          "127.0.0.010",
          "0");

  /** Never sent: only saved, or refused. */
  private static final List<String> METADATA =
      List.of(
          "169.254.169.254",
          "[::ffff:169.254.169.254]",
          "[fe80::1]",
          "[fd00:ec2::254]",
          "100.100.100.200",
          "[64:ff9b::a9fe:a9fe]");

  @Override
  public String name() {
    return "addresses";
  }

  @Override
  public String story() {
    return "callbacks and http runs to loopback in all its spellings, to metadata, to the node"
        + " itself";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String own = ":" + arena.target().address().getPort() + "/alive";
    try (PortListener trap = new PortListener(0);
        OutboundAttempts attempts = new OutboundAttempts(arena, checklist)) {
      for (String host : METADATA) {
        attempts.refused("http://" + host + "/latest/");
      }
      for (String host : LITERALS) {
        attempts.refused("http://" + host + own);
      }
      attempts.sent(urls(DISGUISED, own, random));
      String there = ":" + trap.port() + "/";
      if (attempts.callback("http://127.0.0.1" + there).isFine()) {
        arena.tally().note(OPEN);
        return checklist.findings();
      }
      for (String url : urls(LITERALS, there, random)) {
        attempts.refused(url);
      }
      attempts.sent(urls(DISGUISED, there, random));
      redirected(arena, checklist, attempts, there);
      BoundedWait.millis(CALLBACK_MILLIS);
      checklist.check(
          "nothing was sent to a closed address",
          trap.visits() == 0,
          trap.visits() + " connections came");
    }
    return checklist.findings();
  }

  private static List<String> urls(List<String> hosts, String rest, Random random) {
    List<String> urls =
        new ArrayList<>(hosts.stream().map(host -> "http://" + host + rest).toList());
    Collections.shuffle(urls, random);
    return urls;
  }

  /** From a port that is open to one that is not. */
  private static void redirected(
      AttackContext arena, Checklist checklist, OutboundAttempts attempts, String there)
      throws Exception {
    if (arena.options().listen() == 0) {
      return;
    }
    try (PortListener door = new PortListener(arena.options().listen())) {
      door.redirectTo("http://127.0.0.1" + there);
      String url = "http://127.0.0.1:" + door.port() + "/";
      attempts.run(List.of(url));
      checklist.check("a redirect was answered", door.visits() > 0, "nobody came to " + url);
    }
  }
}
