package io.millrace.cli.watch;

import io.millrace.cli.command.GroupCommand;
import picocli.CommandLine.Command;

/** Says why. */
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
    },
    subcommands = {
      ExplainCollection.class,
      ExplainUserSite.class,
      ExplainUser.class,
      ExplainStep.class
    })
public final class ExplainCommand extends GroupCommand {}
