package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.FlowModel.Pool;
import io.millrace.client.model.FlowModel.PoolConfig;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
        .state("STATE", pool -> isPaused(pool.config()) ? "paused" : "on")
        .column("CHANNELS", pool -> channels(pool.config()))
        .column("RUNNING", Pool::running)
        .column("WAITING", Pool::waiting)
        .column("CHANGED", Pool::changedAt)
        .column("BY", Pool::changedBy)
        .column("REASON", Pool::reason);
  }

  private static boolean isPaused(@Nullable PoolConfig config) {
    return config != null && Boolean.FALSE.equals(config.enabled());
  }

  private static @Nullable Integer channels(@Nullable PoolConfig config) {
    return config == null ? null : config.maxConcurrency();
  }
}
