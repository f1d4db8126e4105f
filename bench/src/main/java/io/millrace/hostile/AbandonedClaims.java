package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import io.millrace.hostile.SwarmMember.SwarmScript;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Claims that would wait a minute, whose clients hang up: by and by, and all at once. */
final class AbandonedClaims implements Attack {
  private static final String WAITING = "millrace_http_long_polls";
  private static final Duration MOST = Duration.ofSeconds(30);

  /** Others wait here, too; they come and go. */
  private static final int OTHERS = 6;

  @Override
  public String name() {
    return "claims";
  }

  @Override
  public String story() {
    return "claims that wait a minute, whose clients hang up, again and again";
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
    double before = NodeVitals.read(arena.admin(), WAITING);
    int left = size.of(300, 5_600);
    while (left > 0) {
      try (ConnectionSwarm swarm =
          new ConnectionSwarm(
              arena.target().address(),
              Math.min(left, size.of(100, 2_800)),
              size.of(300, 150),
              i -> SwarmScript.silentAfter(claim(arena.name(), i, token)))) {
        left -= swarm.number();
        swarm.run(MOST, () -> swarm.isComplete() && swarm.reached() == swarm.number());
        ApiAnswer beat =
            other.post("/workers/" + arena.name() + "-beats/heartbeat", "{\"attempts\": []}");
        checklist.check("another worker's heartbeats are 200", beat.status() == 200, beat);
        swarm.hangUp(random);
        swarm.countIn(arena.tally());
      }
    }
    boolean free =
        BoundedWait.until(MOST, () -> NodeVitals.read(arena.admin(), WAITING) <= before + OTHERS);
    checklist.check(
        "places of clients that hung up are free again",
        free,
        "%.0f wait, %.0f did before".formatted(NodeVitals.read(arena.admin(), WAITING), before));
    ApiAnswer again =
        arena.target().client(token).post("/workers/" + arena.name() + "-0/claims?wait=0s", "");
    checklist.check("its own claims are let in afterwards", again.status() == 200, again);
    return checklist.findings();
  }

  private static String claim(String name, int i, String token) {
    return "POST /workers/%s-%d/claims?wait=60s&queue=%1$s-nothing HTTP/1.1\r\nHost: l\r\nX-Admin-Token: %s\r\nContent-Length: 0\r\n\r\n"
        .formatted(name, i, token);
  }
}
