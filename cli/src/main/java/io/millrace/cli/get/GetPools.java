package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.FlowModel.Pool;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Pools of channels. */
@Command(
    name = "pools",
    aliases = "pool",
    description = "Pools: their channels, what runs and what waits.",
    footer = {"", "Examples:", "  millrace get pools", "  millrace get pool default -o json"})
final class GetPools extends GetKind<Pool> {
  @Override
  Stream<Pool> all(CliSession cli) {
    return cli.client().flow().listPools().pools().stream();
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return cli.client().flow().getPool(wanted);
  }

  @Override
  TableLayout<Pool> layout() {
    return new TableLayout<Pool>()
        .column("NAME", Pool::pool)
        .state("STATE", pool -> Boolean.FALSE.equals(pool.config().enabled()) ? "paused" : "on")
        .column("CHANNELS", pool -> pool.config().maxConcurrency())
        .column("RUNNING", Pool::running)
        .column("WAITING", Pool::waiting)
        .column("CHANGED", Pool::changedAt)
        .column("BY", Pool::changedBy)
        .column("REASON", Pool::reason);
  }
}
