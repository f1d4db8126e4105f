package io.millrace.cli;

import io.millrace.cli.shell.Shell;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** A shell of a test, which remembers what was written. */
public final class TestShell {
  public static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path dir;
  private String input = "";
  private String terminals = "";

  public TestShell(Path dir) {
    this.dir = dir;
    environment.put("HOME", dir.toString());
    environment.put("TERM", "xterm");
  }

  public TestShell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public TestShell input(String text) {
    input = text;
    return this;
  }

  public TestShell terminals(String which) {
    terminals = which;
    return this;
  }

  public Shell shell() {
    return new Shell(
        environment,
        dir,
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintWriter(out),
        new PrintWriter(err),
        terminals,
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  public int run(String... args) {
    return CliMain.run(shell(), args);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }
}
