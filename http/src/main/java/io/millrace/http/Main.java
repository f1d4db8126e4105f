package io.millrace.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.platform.SystemCalls;
import io.millrace.http.access.AdminToken;
import io.millrace.http.cluster.KubernetesSecret;
import io.millrace.http.logging.LogSettings;
import io.millrace.http.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import org.slf4j.LoggerFactory;

/** The program: one node of Millrace. */
public final class Main {
  /** Exit code for a supervisor: the node was fenced, and should be started again. */
  private static final int FENCED = 75;

  /** Exit code for a supervisor: the embedded database no longer starts. */
  private static final int DATABASE_LOST = 74;

  /** The start script says how it was called; it also has the command line. */
  private static final String PROGRAM = "io.millrace.program";

  private Main() {}

  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals("--version")) {
      System.out.println("Millrace " + release());
      return;
    }
    AsyncThreads.ensureTwoThreads();
    SystemCalls.denyInspection();
    try {
      LogSettings.apply(System.getenv());
      Config config = Settings.load();
      if (args.length > 0 && !isServe(args)) {
        command(args, config);
        return;
      }
      ParentProcessWatch.exitWithParent();
      Node node = Node.start(config, Clock.systemUTC(), System::nanoTime);
      node.closeWithTheProcess(FENCED);
      AddressFile.write(Path.of(config.getString("millrace.data-dir")), node.address());
      node.exitSoonIfFenced(FENCED);
      greet(node, config);
      node.awaitTermination();
      if (node.wasFenced()) {
        System.exit(FENCED);
      }
      if (node.lostItsDatabase()) {
        databaseLost();
      }
      System.exit(0);
    } catch (RuntimeException refused) {
      LoggerFactory.getLogger(Main.class).debug("Cannot start", refused);
      System.err.println("Millrace cannot start: " + reason(refused));
      System.exit(1);
    }
  }

  private static boolean isServe(String[] args) {
    return args.length == 1 && args[0].equals("serve");
  }

  /** Which release the program is, whatever its settings say. */
  static String release() {
    return ConfigFactory.defaultReferenceUnresolved().getString("millrace.version");
  }

  static void databaseLost() {
    System.err.println(
        "The embedded database no longer starts; the log has the error. Fix it, then start"
            + " Millrace again");
    System.exit(DATABASE_LOST);
  }

  private static void command(String[] args, Config config) {
    if (args.length == 1 && args[0].equals("database")) {
      DatabaseCommand.run(
          Path.of(config.getString("millrace.data-dir")), config.getInt("millrace.db.restarts"));
      return;
    }
    if (args.length == 1 && args[0].equals("check")) {
      System.exit(CheckCommand.run(config, Clock.systemUTC()) ? 0 : 1);
    }
    if (args.length == 1 && args[0].equals("cluster-secret")) {
      boolean made = KubernetesSecret.ofThisPod().makeIfMissing();
      System.out.println("The secret of the nodes " + (made ? "was made" : "is there"));
      return;
    }
    System.err.println(
        """
millrace serve      a node; its settings are in the environment, see docs/operations.md
millrace database   only the embedded database, for several nodes on one machine
millrace check      whether everything that was ever stored is as it must be; changes nothing
millrace cluster-secret   in a pod of Kubernetes: makes the secret of the nodes, unless there is one
millrace --version  which release this is
""");
    System.exit(64);
  }

  /** The words of the innermost cause: that is what can be mended. */
  private static String reason(Throwable fault) {
    Throwable cause = fault;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said = String.valueOf(fault.getMessage());
    String meant = String.valueOf(cause.getMessage());
    return said.contains(meant) ? meant : said + " (" + meant + ")";
  }

  private static void greet(Node node, Config config) {
    String base = AddressFile.url(node.address());
    String own = config.getString("millrace.http.admin-token-file");
    Path file =
        own.isEmpty()
            ? AdminToken.file(Path.of(config.getString("millrace.data-dir")))
            : Path.of(own);
    boolean given = own.isEmpty() && !config.getString("millrace.http.admin-token").isEmpty();
    System.out.printf(
        """

Millrace %s serves %s
The admin token is %s
""",
        config.getString("millrace.version"),
        base,
        given ? "the one in MILLRACE_ADMIN_TOKEN" : "in the file " + file);
    boolean demo = node.engine().refreshes().sources().current().find("demo", "c").isPresent();
    String program = System.getProperty(PROGRAM, "");
    if (demo && !program.isEmpty()) {
      System.out.printf(
          "Try:  %s run collection demo c --wait   (in a second terminal)%n", program);
    } else if (demo) {
      System.out.printf(
          "Try:  curl -X POST -H \"X-Admin-Token: %s\" \"%s/tasks?source=demo&collection=c\"%n",
          given ? "$MILLRACE_ADMIN_TOKEN" : "$(cat " + file + ")", base);
    }
    System.out.printf("Stop: Ctrl-C%n%n");
  }
}
