package io.millrace.http;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.platform.FreePort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Keeps the database of a release for all later ones: starts it, puts it through {@link
 * ReleaseExercise}, kills it, and writes down what it stored and how it answered. See
 * docs/development.md.
 */
public final class ReleaseArchiver {
  static final String SECRET_KEY = "a2VwdCB3aXRoIHRoZSBkYXRhYmFzZSBvZiB0ZXN0cyE=";

  /** Nothing is lost while somebody looks at it, though nobody sends heartbeats. */
  static final String PATIENT = "millrace.flow.missed-heartbeats = 1000000";

  private ReleaseArchiver() {}

  /**
   * @param args the program of the release, and its name
   */
  public static void main(String[] args) throws Exception {
    Path program = Path.of(args[0]).toAbsolutePath();
    Path file = Path.of("http", "src", "test", "resources", "releases", args[1] + ".sql.gz");
    Path dataDir = Files.createTempDirectory("kept-release");
    int port = FreePort.take();
    DatabaseUrl database = TestDatabase.empty();
    Process release = start(program, dataDir, port, database);
    try {
      TestClient api = new TestClient(new InetSocketAddress("127.0.0.1", port), TestNode.TOKEN);
      await()
          .atMost(Duration.ofMinutes(3))
          .ignoreExceptions()
          .until(() -> api.get("/ready").status() == 200);
      ReleaseExercise life = new ReleaseExercise(api);
      life.live();
      keep(life.answers(), database, release, file);
    } finally {
      release.destroyForcibly().waitFor();
    }
    System.out.printf("%s: %,d bytes%n", file, Files.size(file));
    System.exit(0);
  }

  private static Process start(Path program, Path dataDir, int port, DatabaseUrl database)
      throws IOException {
    Path settings = dataDir.resolve("node.conf");
    Files.writeString(settings, PATIENT);
    ProcessBuilder builder =
        new ProcessBuilder(program.toString())
            .redirectErrorStream(true)
            .redirectOutput(dataDir.resolve("node.log").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "MILLRACE_DB_URL", database.url(),
                "MILLRACE_DB_USER", database.user(),
                "MILLRACE_DB_PASSWORD", database.password(),
                "MILLRACE_DATA_DIR", dataDir.toString(),
                "MILLRACE_HTTP_PORT", Integer.toString(port),
                "MILLRACE_ADMIN_TOKEN", TestNode.TOKEN,
                "MILLRACE_SECRET_KEY", SECRET_KEY,
                "MILLRACE_CONFIG", settings.toString(),
                "JAVA_OPTS", "-Xmx512m"));
    System.out.println("The release writes to " + dataDir.resolve("node.log"));
    return builder.start();
  }

  private static void keep(
      Map<String, JsonNode> answers, DatabaseUrl database, Process release, Path file)
      throws SQLException, IOException, InterruptedException {
    List<String> notes = new ArrayList<>(List.of("at " + Clock.systemUTC().instant()));
    answers.forEach((path, json) -> notes.add("GET " + path + " " + json));
    release.destroyForcibly().waitFor();
    Files.createDirectories(file.getParent());
    DatabaseDump.write(database, notes, file);
  }
}
