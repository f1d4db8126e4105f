package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Runs something now. */
@Command(
    name = "run",
    description = "Runs something now, and prints the id of its task.",
    footer = {
      "",
      "Examples:",
      "  millrace run collection demo c --wait",
      "  millrace run user-site ann-bank",
      "  millrace run user ann",
      "  millrace run step daily-load extract --time 2026-01-31T00:00:00Z"
    })
public final class RunCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(RunCollection.class, RunUserSite.class, RunUser.class, RunStep.class);
  }
}
