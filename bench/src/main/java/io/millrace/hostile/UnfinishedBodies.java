package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import io.millrace.hostile.SwarmMember.SwarmScript;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Bodies of 1 MiB that never come: half of them not at all, half of them a byte at a time. All are
 * sent with one worker's token; another worker must not notice.
 */
final class UnfinishedBodies implements Attack {
  private static final int MIB = 1024 * 1024;

  private final Duration longest;

  /**
   * @param longest how long a connection may stay open
   */
  UnfinishedBodies(Duration longest) {
    this.longest = longest;
  }

  @Override
  public String name() {
    return "bodies";
  }

  @Override
  public String story() {
    return "bodies of 1 MiB that never come, or come a byte at a time, with one worker's token";
  }

  @Override
  public boolean waits() {
    return true;
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String token = arena.belongings().token("worker", "");
    ApiClient other = arena.target().client(arena.belongings().token("worker", ""));
    String head =
        "POST /workers/%s-slow/heartbeat HTTP/1.1\r\nHost: l\r\nX-Admin-Token: %s\r\nContent-Length: %d\r\n\r\n{"
            .formatted(arena.name(), token, MIB);
    try (ConnectionSwarm swarm =
        new ConnectionSwarm(
            arena.target().address(),
            size.of(150, 1_200),
            size.of(300, 100),
            i ->
                i % 2 == 0
                    ? SwarmScript.silentAfter(head)
                    : SwarmScript.dripping(head, " ", 500 + random.nextInt(1_000)))) {
      swarm.run(longest, swarm::isComplete);
      heartbeat(arena, checklist, other, "");
      heartbeat(arena, checklist, other, " ".repeat(MIB / 2));
      boolean settled = swarm.run(longest, () -> swarm.settled() == swarm.number());
      swarm.countIn(arena.tally());
      checklist.check(
          "a body that does not come is answered or cut off",
          settled,
          swarm.number() - swarm.settled() + " were still open after " + longest);
      swarm
          .outcomes()
          .forEach(
              outcome ->
                  checklist.check(
                      "a body that does not come is 408, 429 or 503",
                      List.of("408", "429", "503").contains(outcome),
                      outcome));
    }
    heartbeat(arena, checklist, arena.target().client(token), " ".repeat(MIB / 2));
    return checklist.findings();
  }

  private static void heartbeat(
      AttackContext arena, Checklist checklist, ApiClient client, String blanks) throws Exception {
    ApiAnswer beat =
        client.post(
            "/workers/" + arena.name() + "-" + Objects.hashCode(client.token()) + "/heartbeat",
            blanks + "{\"attempts\": []}");
    checklist.check(
        "heartbeats of others, and its own afterwards, are 200", beat.status() == 200, beat);
  }
}
