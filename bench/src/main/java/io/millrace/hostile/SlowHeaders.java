package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.SwarmMember.SwarmScript;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Connections without a token that send the head of a request a byte at a time, for ever. */
final class SlowHeaders implements Attack {
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(60);

  private final Duration longest;

  /**
   * @param longest how long a connection may stay open
   */
  SlowHeaders(Duration longest) {
    this.longest = longest;
  }

  @Override
  public String name() {
    return "headers";
  }

  @Override
  public String story() {
    return "connections that send the head of a request a byte at a time, without a token";
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    int left = size.of(200, 8_293);
    while (left > 0) {
      try (ConnectionSwarm swarm =
          new ConnectionSwarm(
              arena.target().address(),
              left,
              size.of(400, 300),
              i ->
                  SwarmScript.dripping(
                      "GET /tasks HTTP/1.1\r\nHost: l\r\nX-",
                      "slow: x\r\nX-",
                      300 + random.nextInt(1_500)))) {
        left -= swarm.number();
        swarm.run(LONGEST_OPENING, swarm::isComplete);
        boolean closed = swarm.run(longest, () -> swarm.closed() == swarm.number());
        swarm.countIn(arena.tally());
        checklist.check(
            "a head that does not end is cut off",
            closed,
            "%d of %d were open after %s"
                .formatted(swarm.number() - swarm.closed(), swarm.number(), longest));
      }
    }
    return checklist.findings();
  }
}
