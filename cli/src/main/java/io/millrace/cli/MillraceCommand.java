package io.millrace.cli;

import io.millrace.cli.access.TokensCommand;
import io.millrace.cli.act.CancelCommand;
import io.millrace.cli.act.DisableCommand;
import io.millrace.cli.act.EnableCommand;
import io.millrace.cli.act.PauseCommand;
import io.millrace.cli.act.RerunCommand;
import io.millrace.cli.act.ResumeCommand;
import io.millrace.cli.act.RunCommand;
import io.millrace.cli.command.CommandGroup;
import io.millrace.cli.command.ShellHolder;
import io.millrace.cli.completion.CompletionCommand;
import io.millrace.cli.doctor.DoctorCommand;
import io.millrace.cli.files.ApplyCommand;
import io.millrace.cli.files.DiffCommand;
import io.millrace.cli.files.ExportCommand;
import io.millrace.cli.files.FilesCheckCommand;
import io.millrace.cli.files.ImportCommand;
import io.millrace.cli.get.GetCommand;
import io.millrace.cli.node.ClusterSecretCommand;
import io.millrace.cli.node.DatabaseOnlyCommand;
import io.millrace.cli.node.ServeCommand;
import io.millrace.cli.profile.ConnectionOptions;
import io.millrace.cli.shell.Shell;
import io.millrace.cli.simulate.SimulateCommand;
import io.millrace.cli.watch.ExplainCommand;
import io.millrace.cli.watch.TailCommand;
import io.millrace.cli.watch.TopCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code millrace}: all commands. */
@Command(
    name = "millrace",
    versionProvider = ReleaseText.class,
    description = "Keeps external data sources fresh. Without a command, it runs a node.",
    footer = {
      "",
      "Examples:",
      "  millrace serve                    run a node here",
      "  millrace run collection demo c --wait",
      "                                    refresh the demo source, and show its log",
      "  millrace get tasks --status FAILED --since 1h",
      "                                    what failed in the last hour",
      "  millrace explain user-site ann-bank",
      "                                    why it did or did not run",
      "  millrace doctor                   what is wrong with this installation",
      "",
      "The node is the one in this folder, or that of --url, MILLRACE_URL, --profile or"
          + " MILLRACE_PROFILE.",
      "Every command has examples: millrace COMMAND --help"
    })
public final class MillraceCommand implements ShellHolder, CommandGroup {
  private final Shell shell;

  @Mixin ConnectionOptions connection = new ConnectionOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Which release this is.")
  boolean version;

  MillraceCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public List<Class<?>> commands() {
    return List.of(
        ServeCommand.class,
        GetCommand.class,
        RunCommand.class,
        TailCommand.class,
        ExplainCommand.class,
        CancelCommand.class,
        RerunCommand.class,
        PauseCommand.class,
        ResumeCommand.class,
        DisableCommand.class,
        EnableCommand.class,
        ImportCommand.class,
        ExportCommand.class,
        FilesCheckCommand.class,
        DiffCommand.class,
        ApplyCommand.class,
        SimulateCommand.class,
        TokensCommand.class,
        TopCommand.class,
        DoctorCommand.class,
        CompletionCommand.class,
        DatabaseOnlyCommand.class,
        ClusterSecretCommand.class);
  }

  @Override
  public Shell shell() {
    return shell;
  }

  @Override
  public ConnectionOptions connection() {
    return connection;
  }
}
