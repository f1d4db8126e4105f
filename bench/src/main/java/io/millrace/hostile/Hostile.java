package io.millrace.hostile;

import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code ./sbt "hostile URL"}: attacks a node of one's own, and says whether it held. {@code ./sbt
 * hostile} starts one for it, with a load beside the attacks.
 */
public final class Hostile {
  private static final int REFUSED = 2;
  private static final String HELP =
      """
usage: hostile [URL] [OPTION...]
  URL               the node to attack, such as http://127.0.0.1:8080, and nothing else. None: a node of
                    its own with 512 MB of heap, 50 requests a second and 20 workers beside the attacks
  --token-file F    a file with the node's admin token; else it is in MILLRACE_ADMIN_TOKEN
  --size short|full how much of each attack: some seconds, or some minutes (full)
  --seed N          replays the requests of another run
  --only A,B        these attacks only
  --mine            the node is on another machine, and yours to attack
  --cluster H:P     where the node is reached by other nodes (MILLRACE_NODE_HOST and _PORT): for "stranger"
  --log F           the log of the node: then it is checked that no attack fills or forges it
  --listen P        a port of this machine that the node's millrace.outbound.allow opens: for redirects
  --programs        also run a program on the node that looks for the node's secrets: for "programs"
It ends with "verdict: ok" and exit code 0, or with "verdict: BROKEN", what did not hold, and 1; 2 if it did not begin.
""";

  private Hostile() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) {
    if (args.contains("--help")) {
      System.out.print(HELP + attacks());
      return 0;
    }
    try {
      Clock clock = Clock.systemUTC();
      HostileOptions options =
          HostileOptions.parse(args, System.getenv("MILLRACE_ADMIN_TOKEN"), clock.millis());
      if (options.url().isEmpty()) {
        return new HostileDemonstration(options, clock).run() ? 0 : 1;
      }
      AttackSuite suite = new AttackSuite(options, clock, System.out);
      suite.checkTarget();
      suite.announce();
      return suite.run() ? 0 : 1;
    } catch (IllegalArgumentException | java.io.IOException refused) {
      System.err.println("hostile: " + refused.getMessage());
      return REFUSED;
    } catch (Exception fault) {
      fault.printStackTrace();
      return 1;
    }
  }

  private static String attacks() {
    return AttackList.ALL.stream()
        .map(attack -> "  %-12s %s%n".formatted(attack.name(), attack.story()))
        .collect(Collectors.joining("", "attacks:\n", ""));
  }
}
