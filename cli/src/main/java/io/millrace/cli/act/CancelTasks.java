package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Cancels many tasks. */
@Command(
    name = "tasks",
    description = "Cancels many tasks. Only counts them without --yes.",
    footer = {
      "",
      "Examples:",
      "  millrace cancel tasks --source bank --status SCHEDULED",
      "  millrace cancel tasks --source bank --status SCHEDULED --yes"
    })
final class CancelTasks extends ClientCommand {
  @Mixin BulkOptions bulk = new BulkOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    return bulk.apply(cli, "canceled", cli.client().tasks()::cancelTasks);
  }
}
