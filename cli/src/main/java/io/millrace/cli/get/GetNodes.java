package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.WatchModel.Member;
import picocli.CommandLine.Command;

/** Nodes of the cluster. */
@Command(
    name = "nodes",
    aliases = "node",
    description = "The nodes of the cluster.",
    footer = {"", "Examples:", "  millrace get nodes"})
final class GetNodes extends ClientCommand {
  @Override
  protected ExitCode run(CliSession cli) {
    cli.printer()
        .list(
            cli.client().watch().getCluster().members().stream(),
            new TableLayout<Member>()
                .column("ADDRESS", Member::address)
                .state("STATUS", Member::status)
                .column("REACHABLE", Member::reachable)
                .column("VERSION", Member::version)
                .column("LEADER", Member::leader)
                .column("SINGLETONS", Member::hasSingletons)
                .column("AWAKE", Member::awake));
    return ExitCode.DONE;
  }
}
