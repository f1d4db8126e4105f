package io.millrace.cli.act;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.model.UserSiteModel.UserSite;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Disables a user-site until it is enabled or saved again. */
@Command(
    name = "user-site",
    description = "Disables a user-site until it is enabled or saved again.",
    footer = {"", "Examples:", "  millrace disable user-site ann-bank"})
final class DisableUserSite extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "The user-site.")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why. Others read it.")
  @Nullable String reason;

  @Override
  protected ExitCode run(CliSession cli) {
    UserSite found = cli.client().userSites().disableUserSite(id, reason);
    cli.printer().done("It is " + found.refresh().state() + ".", found);
    return ExitCode.DONE;
  }
}
