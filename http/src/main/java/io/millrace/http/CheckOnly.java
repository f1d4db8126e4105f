package io.millrace.http;

import com.typesafe.config.Config;
import io.millrace.engine.check.Checker;
import io.millrace.engine.check.Finding;
import io.millrace.engine.store.DatabaseUrl;
import io.millrace.engine.store.EmbeddedDatabase;
import io.millrace.engine.store.EventSerializer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionException;

/** {@code millrace check}: asks the database whether every rule held. */
final class CheckOnly {
  private CheckOnly() {}

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
    Checker checker =
        new Checker(
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
