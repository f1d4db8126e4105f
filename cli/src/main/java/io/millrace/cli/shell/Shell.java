package io.millrace.cli.shell;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What the program sees of the shell that started it.
 *
 * @param workingDir where it was started
 * @param terminals which of its input (0), output (1) and errors (2) are a terminal: {@code "012"}
 */
public record Shell(
    Map<String, String> environment,
    Path workingDir,
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    String terminals,
    Clock clock) {

  /** The start script says which streams are terminals; Java cannot tell one from another. */
  private static final String TERMINALS = "io.millrace.cli.terminals";

  /** The shell of this process. */
  public static Shell ofThisProcess() {
    return new Shell(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        System.in,
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        System.getProperty(TERMINALS, System.console() == null ? "" : "012"),
        Clock.systemUTC());
  }

  /** A variable that is set and not empty. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /** The folder of the user's settings. */
  public Path configDir() {
    return variable("XDG_CONFIG_HOME")
        .map(Path::of)
        .orElseGet(() -> home().resolve(".config"))
        .resolve("millrace");
  }

  public Path home() {
    return Path.of(variable("HOME").orElse(System.getProperty("user.home", ".")));
  }

  public boolean inIsTerminal() {
    return terminals.contains("0");
  }

  public boolean outIsTerminal() {
    return terminals.contains("1");
  }

  public boolean errIsTerminal() {
    return terminals.contains("2");
  }

  /** Whether colours are welcome on the output. */
  public boolean wantsColour() {
    return outIsTerminal()
        && variable("NO_COLOR").isEmpty()
        && !variable("TERM").orElse("dumb").equals("dumb");
  }

  /** A file as the user wrote it: below the home folder, the working folder, or absolute. */
  public Path file(String text) {
    return text.startsWith("~/") ? home().resolve(text.substring(2)) : workingDir.resolve(text);
  }
}
