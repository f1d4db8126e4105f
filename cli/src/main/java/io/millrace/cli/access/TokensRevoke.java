package io.millrace.cli.access;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.error.ExitCode;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Revokes an access token. */
@Command(
    name = "revoke",
    description = "Revokes an access token. Requests with it are refused from then on.",
    footer = {"", "Examples:", "  millrace tokens revoke 01a1e451-28fe-7f1d-b60d-26f9e438fcb6"})
final class TokensRevoke extends ClientCommand {
  @Parameters(paramLabel = "ID", description = "Its id, as 'tokens list' shows it.")
  String id = "";

  @Override
  protected ExitCode run(CliSession cli) {
    cli.client().accessTokens().revokeAccessToken(id);
    cli.printer().done("The token is revoked.", Map.of("id", id, "revoked", true));
    return ExitCode.DONE;
  }
}
