package io.millrace.http;

import com.typesafe.config.Config;
import io.millrace.engine.check.DatabaseChecker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.EmbeddedDatabase;
import io.millrace.engine.serialization.EventSerializer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionException;

/** {@code millrace check}: asks the database whether every rule held. */
final class CheckCommand {
  private CheckCommand() {}

  /** Prints what it found; false if a rule is broken. */
  static boolean run(Config config, Clock clock) {
    if (!config.getString("millrace.db.url").isEmpty()) {
      return check(Node.database(config), config, clock);
    }
    try (EmbeddedDatabase embedded =
        EmbeddedDatabase.start(Path.of(config.getString("millrace.data-dir")))) {
      return check(embedded.url(), config, clock);
    }
  }

  private static boolean check(DatabaseUrl url, Config config, Clock clock) {
    DatabaseChecker checker =
        new DatabaseChecker(
            url.dataSource(),
            config.getInt("millrace.flow.max-concurrency"),
            new EventSerializer()::fromBinary);
    try {
      List<Finding> findings = checker.check(clock.instant());
      findings.forEach(System.out::println);
      boolean fine = findings.stream().allMatch(Finding::isFine);
      System.out.println(fine ? "verdict: ok" : "verdict: BROKEN");
      return fine;
    } catch (SQLException fault) {
      throw new CompletionException(fault);
    }
  }
}
