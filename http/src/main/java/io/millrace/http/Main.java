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
    String base = "http://" + node.address().getHostString() + ":" + node.address().getPort();
    Path file = AdminToken.file(Path.of(config.getString("millrace.data-dir")));
    boolean given = !config.getString("millrace.http.admin-token").isEmpty();
    System.out.printf(
        """

Millrace serves %s
The admin token is %s
""",
        base, given ? "the one in MILLRACE_ADMIN_TOKEN" : "in the file " + file);
    if (node.engine().sources().current().find("demo", "c").isPresent()) {
      System.out.printf(
          "Try:  curl -X POST -H \"X-Admin-Token: %s\" \"%s/tasks?source=demo&collection=c\"%n",
          given ? "$MILLRACE_ADMIN_TOKEN" : "$(cat " + file + ")", base);
    }
    System.out.printf("Stop: Ctrl-C%n%n");
  }
}
