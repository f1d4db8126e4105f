package io.millrace.http;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.time.Clock;
import org.slf4j.LoggerFactory;

/** The program: one node of Millrace. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    try {
      Config config = Settings.load();
      Node node = Node.start(config, Clock.systemUTC());
      Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
      greet(node, config);
      node.awaitTermination();
      System.exit(0);
    } catch (RuntimeException refused) {
      LoggerFactory.getLogger(Main.class).debug("Cannot start", refused);
      System.err.println("Millrace cannot start: " + reason(refused));
      System.exit(1);
    }
  }

  /** The words of the innermost cause: that is what can be mended. */
  private static String reason(Throwable fault) {
    Throwable cause = fault;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == fault
        ? fault.getMessage()
        : fault.getMessage() + " (" + cause.getMessage() + ")";
  }

  private static void greet(Node node, Config config) {
    Path file = AccessTokens.tokenFile(Path.of(config.getString("millrace.data-dir")));
    boolean given = !config.getString("millrace.http.admin-token").isEmpty();
    System.out.printf(
        """

Millrace serves http://%s:%d
The admin token is %s
Try:  curl -X POST -H "X-Admin-Token: %s" "http://%s:%d/tasks?source=demo&collection=c"
Stop: Ctrl-C

""",
        node.address().getHostString(),
        node.address().getPort(),
        given ? "the one in MILLRACE_ADMIN_TOKEN" : "in the file " + file,
        given ? "$MILLRACE_ADMIN_TOKEN" : "$(cat " + file + ")",
        node.address().getHostString(),
        node.address().getPort());
  }
}
