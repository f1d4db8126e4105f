package io.millrace.cli.command;

import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.OutputOptions;
import io.millrace.cli.output.Printer;
import io.millrace.cli.profile.Connection;
import io.millrace.cli.profile.ConnectionFinder;
import io.millrace.cli.profile.ConnectionOptions;
import io.millrace.cli.shell.Shell;
import io.millrace.client.MillraceClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that asks a node. A fault of it becomes an exit code in one place, the root. */
public abstract class ClientCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Mixin ConnectionOptions connection = new ConnectionOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This text.")
  boolean help;

  @Override
  public final Integer call() {
    ShellHolder root = (ShellHolder) spec.root().userObject();
    Shell shell = root.shell();
    Connection found = ConnectionFinder.find(shell, connection.orElse(root.connection()));
    return run(new CliSession(client(found), new Printer(shell, output), shell, found)).code();
  }

  private static MillraceClient client(Connection connection) {
    try {
      return MillraceClient.at(connection.url(), connection.token());
    } catch (IllegalArgumentException wrong) {
      throw CommandException.usage(
          "The address '" + connection.url() + "' (" + connection.urlOrigin() + ") is not one.",
          "Write it like http://127.0.0.1:8080 or https://millrace.example.");
    }
  }

  protected abstract ExitCode run(CliSession cli);
}
