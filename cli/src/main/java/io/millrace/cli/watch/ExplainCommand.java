package io.millrace.cli.watch;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Explains why something did or did not run. */
@Command(
    name = "explain",
    description = "Says why something did or did not run, and what is next.",
    footer = {
      "",
      "Examples:",
      "  millrace explain collection demo c",
      "  millrace explain user-site ann-bank",
      "  millrace explain user ann",
      "  millrace explain step daily-load load --time 2026-01-31"
    })
public final class ExplainCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        ExplainCollection.class, ExplainUserSite.class, ExplainUser.class, ExplainStep.class);
  }
}
