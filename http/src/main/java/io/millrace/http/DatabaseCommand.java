package io.millrace.http;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;

/**
 * {@code millrace database}: the embedded PostgreSQL by itself, for several nodes on one machine.
 */
final class DatabaseCommand {
  private DatabaseCommand() {}

  /** Runs until the program is stopped. */
  static void run(Path dataDir, int restarts) {
    EmbeddedDatabase database = new DatabaseExitHook().start(dataDir, restarts);
    database.lost().thenRun(Main::databaseLost);
    Path file = dataDir.resolve("database.env");
    write(file, database.url());
    System.out.printf("How nodes reach this database is in %s%nStop: Ctrl-C%n", file);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes lines for a shell, in one step, readable for the owner only. */
  private static void write(Path file, DatabaseUrl url) {
    try {
      Path written = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(written);
      Files.createFile(
          written,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(
          written,
          "MILLRACE_DB_URL='%s'%nMILLRACE_DB_USER='%s'%nMILLRACE_DB_PASSWORD='%s'%n"
              .formatted(url.url(), url.user(), url.password()));
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
