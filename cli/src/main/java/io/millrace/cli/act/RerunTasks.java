package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs many tasks again. */
@Command(
    name = "tasks",
    description = "Runs the owners of tasks again. Only counts the tasks without --yes.",
    footer = {
      "",
      "Examples:",
      "  millrace rerun tasks --source bank --status FAILED --since 6h",
      "  millrace rerun tasks --source bank --status FAILED --since 6h --yes"
    })
final class RerunTasks extends ClientCommand {
  @Mixin BulkOptions bulk = new BulkOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    return bulk.apply(cli, "run again", cli.client().tasks()::rerunTasks);
  }
}
