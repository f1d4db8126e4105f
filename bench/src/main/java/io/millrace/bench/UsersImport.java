package io.millrace.bench;

import io.millrace.engine.directory.DirectoryImport;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.ImportResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Users of one client with a user-site each, imported in pieces: never are all lines in memory. */
record UsersImport(DirectoryService directory) {
  private static final int USERS_AT_ONCE = 1_000;
  private static final long SAY_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /** Lines per second. */
  double run(int users) throws Exception {
    long began = System.nanoTime();
    long sayAt = began + SAY_EVERY_NS;
    DirectoryImport begun = directory.beginImport(false);
    add(
        begun,
        """
        {"site": {"id": "dormant", "provider": "bench", "timeout": "1d", "run": {"noop": {}}}}
        {"client": {"id": "bench", "name": "bench", "refreshes_per_day": 1}}
        """);
    for (int from = 0; from < users; from += USERS_AT_ONCE) {
      add(begun, lines(from, Math.min(users, from + USERS_AT_ONCE)));
      if (System.nanoTime() > sayAt) {
        System.out.printf("    %,d users imported%n", from + USERS_AT_ONCE);
        sayAt += SAY_EVERY_NS;
      }
    }
    ImportResult result = DormantUsers.await(directory.finishImport(begun));
    if (!result.rejected().isEmpty()) {
      throw new IllegalStateException("rejected: " + result.rejected().get(0));
    }
    return result.lines() / ((System.nanoTime() - began) / 1e9);
  }

  private void add(DirectoryImport begun, String lines) throws Exception {
    DormantUsers.await(directory.addToImport(begun, lines.getBytes(StandardCharsets.UTF_8)));
  }

  private static String lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append(
          """
          {"user": {"id": "u%1$09d", "client": "bench"}}
          {"user_site": {"id": "us%1$09d", "user": "u%1$09d", "site": "dormant"}}
          """
              .formatted(i));
    }
    return lines.toString();
  }
}
