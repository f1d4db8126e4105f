package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Refreshes a user-site. */
@Command(
    name = "user-site",
    description = "Refreshes a user-site, or joins the refresh that is under way.",
    footer = {"", "Examples:", "  millrace run user-site ann-bank --wait"})
final class RunUserSite extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The user-site.")
  String id = "";

  @Mixin WaitOptions waiting = new WaitOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    return waiting.finish(cli, cli.client().userSites().refreshUserSite(id));
  }
}
