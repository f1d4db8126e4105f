package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Runs a range again. */
@Command(
    name = "rerun",
    description = "Runs a range again. Only counts without --yes.",
    footer = {
      "",
      "Examples:",
      "  millrace rerun job daily-load --first 2026-01-01 --last 2026-01-31 --only-failed",
      "  millrace rerun trigger daily-load daily --first 2026-01-01 --last 2026-01-31 --yes",
      "  millrace rerun tasks --source bank --status FAILED --since 6h --yes"
    })
public final class RerunCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(RerunJob.class, RerunTrigger.class, RerunTasks.class);
  }
}
