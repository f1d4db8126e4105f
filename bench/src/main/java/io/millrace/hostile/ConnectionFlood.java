package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.SwarmMember.SwarmScript;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** More connections than the node may have files open. They say nothing at all. */
final class ConnectionFlood implements Attack {

  /** Bounded: a node that may have more files open than that is not brought to its end. */
  private static final int MOST_CONNECTIONS = 12_000;

  private final Duration longest;

  /**
   * @param longest how long a connection may stay open
   */
  ConnectionFlood(Duration longest) {
    this.longest = longest;
  }

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public String story() {
    return "more connections than the node may have files open, all silent";
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    NodeVitals before = NodeVitals.read(arena.admin());
    int files = (int) Math.min(before.maxFiles(), MOST_CONNECTIONS);
    try (ConnectionSwarm swarm =
        new ConnectionSwarm(
            arena.target().address(),
            size.of(600, files + 500),
            size.of(600, 450),
            i -> SwarmScript.silentAfter(""))) {
      swarm.run(longest, swarm::isComplete);
      if (swarm.number() <= before.maxFiles() && size == AttackSize.FULL) {
        arena
            .tally()
            .note(
                "connections: %,d, fewer than the %,.0f files of the node"
                    .formatted(swarm.number(), before.maxFiles()));
      }
      NodeVitals full = NodeVitals.read(arena.admin());
      checklist.check("files are left while they are open", full.files() < full.maxFiles(), full);
      boolean closed = swarm.run(longest, () -> swarm.closed() == swarm.number());
      swarm.countIn(arena.tally());
      checklist.check(
          "a connection without a request is cut off",
          closed,
          swarm.number() - swarm.closed() + " were open after " + longest);
    }
    return checklist.findings();
  }
}
