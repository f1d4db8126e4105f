package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.UserSiteModel.UserSite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Enables a user-site that is disabled. */
@Command(
    name = "user-site",
    description = "Enables a user-site that is disabled.",
    footer = {"", "Examples:", "  millrace enable user-site ann-bank"})
final class EnableUserSite extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The user-site.")
  String id = "";

  @Override
  protected ExitCode run(CliSession cli) {
    UserSite found = cli.client().userSites().enableUserSite(id);
    cli.printer().done("It is " + found.refresh().state() + ".", found);
    return ExitCode.DONE;
  }
}
