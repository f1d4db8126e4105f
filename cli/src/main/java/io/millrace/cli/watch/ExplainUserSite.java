package io.millrace.cli.watch;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.UserSiteModel.UserSiteExplained;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Why a user-site is, or is not, refreshed. */
@Command(
    name = "user-site",
    description = "Why a user-site is, or is not, refreshed.",
    footer = {"", "Examples:", "  millrace explain user-site ann-bank"})
final class ExplainUserSite extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The user-site.")
  String id = "";

  @Override
  protected ExitCode run(CliSession cli) {
    UserSiteExplained found = cli.client().userSites().explainUserSite(id);
    return new Explanation(
            found.refresh(),
            found.next(),
            found.waiting(),
            found.allowed(),
            found.rules(),
            found.decisions())
        .show(cli.printer(), found);
  }
}
