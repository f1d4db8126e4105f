package io.millrace.engine.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The settings of the embedded server: small, local to this machine, and durable. */
final class PostgresSettings {
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          // a commit is on the disk before it is acknowledged
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("listen_addresses", "127.0.0.1"),
          Map.entry("unix_socket_directories", ""),
          Map.entry("max_connections", "100"),
          Map.entry("shared_buffers", "256MB"),
          // iterations slow down guessing, and connecting; this password is random
          Map.entry("scram_iterations", "1"),
          // queries are many and short: compiling them costs more than it saves
          Map.entry("jit", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          // one file per weekday, overwritten a week later
          Map.entry("logging_collector", "on"),
          Map.entry("log_filename", "%a.log"),
          Map.entry("log_rotation_size", "0"),
          Map.entry("log_truncate_on_rotation", "on"));

  private PostgresSettings() {}

  /** Written at every start, so that a new release applies its settings to existing data. */
  static void write(Path file, int port, Map<String, String> overrides) throws IOException {
    Map<String, String> settings = new TreeMap<>(DEFAULTS);
    settings.putAll(overrides);
    settings.put("port", Integer.toString(port));
    Files.writeString(
        file,
        settings.entrySet().stream()
            .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'\n")
            .collect(Collectors.joining("", "# Written at every start. Use ALTER SYSTEM.\n", "")));
  }
}
