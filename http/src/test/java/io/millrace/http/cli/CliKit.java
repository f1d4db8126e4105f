package io.millrace.http.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.CliMain;
import io.millrace.cli.shell.Shell;
import io.millrace.http.TestNode;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** The command line in this JVM, as a user would call it. */
final class CliKit {
  /** How a command ended and what it wrote. */
  record CliRun(int exit, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException notJson) {
        throw new AssertionError("not JSON: " + out + err, notJson);
      }
    }
  }

  private final Path dir;
  private final Map<String, String> environment = new HashMap<>();
  private String input = "";
  private String terminals = "";

  CliKit(Path dir) {
    this.dir = dir;
    environment.put("HOME", dir.toString());
  }

  /** With the address of the node, and the token of its admin. */
  static CliKit of(TestNode node, Path dir) {
    return new CliKit(dir).with("MILLRACE_URL", url(node)).with("MILLRACE_TOKEN", TestNode.TOKEN);
  }

  static String url(TestNode node) {
    return "http://127.0.0.1:" + node.address().getPort();
  }

  CliKit with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  CliKit input(String text) {
    input = text;
    return this;
  }

  /** Which of 0, 1 and 2 are a terminal. */
  CliKit terminals(String which) {
    terminals = which;
    return this;
  }

  CliRun run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Shell shell =
        new Shell(
            environment,
            dir,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(out),
            new PrintWriter(err),
            terminals,
            Clock.systemUTC());
    return new CliRun(CliMain.run(shell, args), out.toString(), err.toString());
  }

  /** Words that are separated by blanks. */
  CliRun line(String words) {
    return run(words.split(" "));
  }
}
