package io.millrace.cli;

import io.millrace.cli.error.ExitCode;
import io.millrace.cli.error.Failure;
import io.millrace.cli.output.SafeText;
import io.millrace.cli.shell.Shell;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program. */
public final class CliMain {
  private CliMain() {}

  public static void main(String[] args) {
    System.exit(run(Shell.ofThisProcess(), args));
  }

  /** Runs a command, and returns its exit code. */
  public static int run(Shell shell, String... args) {
    int code = commandLine(shell, List.of(args)).execute(args);
    shell.out().flush();
    shell.err().flush();
    return code;
  }

  /**
   * The commands, as they run in this shell.
   *
   * @param words of the command line; without any, all commands are there
   */
  static CommandLine commandLine(Shell shell, List<String> words) {
    boolean whole = words.isEmpty() || words.get(0).equals("completion");
    return CommandTree.build(new MillraceCommand(shell), whole ? List.of() : words)
        .setOut(shell.out())
        .setErr(shell.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(shell.wantsColour() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(30)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setParameterExceptionHandler((wrong, all) -> usage(shell.err(), wrong))
        .setExecutionExceptionHandler((fault, line, parsed) -> failure(shell, fault));
  }

  private static int usage(PrintWriter err, ParameterException wrong) {
    err.println("millrace: " + SafeText.line(String.valueOf(wrong.getMessage())));
    if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
      err.println("See: " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    }
    return ExitCode.USAGE.code();
  }

  private static int failure(Shell shell, Exception fault) {
    Failure failure = Failure.of(fault);
    shell.err().println("millrace: " + SafeText.lines(failure.message()));
    if (!failure.next().isEmpty()) {
      shell.err().println(SafeText.lines(failure.next()));
    }
    if (shell.variable("MILLRACE_DEBUG").isPresent()) {
      fault.printStackTrace(shell.err());
    }
    return failure.exitCode().code();
  }
}
