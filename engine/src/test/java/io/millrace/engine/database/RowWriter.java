package io.millrace.engine.database;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;

/** A process to be killed: it commits rows and prints each acknowledged one. */
final class RowWriter {
  private RowWriter() {}

  static Process launch(Path dataDir) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-cp", classes, RowWriter.class.getName(), dataDir.toString())
        .redirectErrorStream(true)
        .start();
  }

  public static void main(String[] arguments) throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(arguments[0]));
    try (Connection connection = database.url().connect();
        Statement sql = connection.createStatement()) {
      sql.execute("drop table if exists written");
      sql.execute("create table written (row_number int primary key)");
      for (int row = 1; ; row++) {
        sql.execute("insert into written values (" + row + ")");
        System.out.println("committed " + row);
      }
    }
  }
}
