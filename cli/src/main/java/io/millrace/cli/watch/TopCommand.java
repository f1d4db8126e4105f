package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.SafeText;
import io.millrace.client.error.UnavailableException;
import io.millrace.client.error.UnreachableException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The live screen. */
@Command(
    name = "top",
    description = "A live screen: what runs, waits, fails and is late. q quits.",
    footer = {
      "",
      "Examples:",
      "  millrace top",
      "  millrace top --once     one look, without a screen; -o json for programs"
    })
public final class TopCommand extends ClientCommand {
  private static final int PLAIN_WIDTH = 160;
  private static final int PLAIN_HEIGHT = 60;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description = "How often it refreshes. Unless given: ${DEFAULT-VALUE}.")
  int every = 1;

  @Option(names = "--once", description = "Looks once, and prints it.")
  boolean once;

  @Override
  protected ExitCode run(CliSession cli) {
    if (!cli.printer().isTable()) {
      cli.printer().document(TopState.read(cli.client()));
    } else if (once || !cli.shell().outIsTerminal() || !cli.shell().inIsTerminal()) {
      TopFrame.draw(
              title(cli),
              TopState.read(cli.client()),
              PLAIN_WIDTH,
              PLAIN_HEIGHT,
              cli.printer().hasColour())
          .forEach(cli.shell().out()::println);
    } else {
      screen(cli);
    }
    return ExitCode.DONE;
  }

  private static String title(CliSession cli) {
    return "Millrace " + SafeText.line(cli.connection().url());
  }

  /** The first look is outside: a node that is away leaves the terminal as it was. */
  private void screen(CliSession cli) {
    TopState state = TopState.read(cli.client());
    try (Terminal terminal = TerminalBuilder.builder().system(true).provider("exec").build()) {
      AtomicBoolean interrupted = new AtomicBoolean();
      terminal.handle(Terminal.Signal.INT, signal -> interrupted.set(true));
      terminal.enterRawMode();
      terminal.puts(Capability.enter_ca_mode);
      terminal.puts(Capability.cursor_invisible);
      try {
        String trouble = "";
        do {
          show(terminal, cli, state, trouble);
          try {
            state = TopState.read(cli.client());
            trouble = "";
          } catch (UnreachableException | UnavailableException away) {
            trouble = "No answer: " + away.getMessage();
          }
        } while (!isQuit(terminal.reader().read(Math.max(1, every) * 1000L)) && !interrupted.get());
      } finally {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
      }
    } catch (IOException fault) {
      throw new CommandException(
          ExitCode.FAILED,
          "The terminal cannot be used: " + fault.getMessage(),
          "millrace top --once");
    }
  }

  private static void show(Terminal terminal, CliSession cli, TopState state, String trouble) {
    String title = title(cli) + (trouble.isEmpty() ? "" : "   " + SafeText.line(trouble));
    List<String> lines =
        TopFrame.draw(
            title, state, terminal.getWidth(), terminal.getHeight() - 1, cli.printer().hasColour());
    terminal.puts(Capability.clear_screen);
    lines.forEach(line -> terminal.writer().print(line + "\r\n"));
    terminal.flush();
  }

  /** q, Q, Escape, Ctrl-D, or the end of the input. Ctrl-C is a signal. */
  private static boolean isQuit(int key) {
    return key == 'q' || key == 'Q' || key == 27 || key == 4 || key == -1;
  }
}
