package io.millrace.cli.access;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.ListOptions;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.AccessTokenModel.AccessToken;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists access tokens. */
@Command(
    name = "list",
    description = "Access tokens, without their text.",
    footer = {"", "Examples:", "  millrace tokens list -o json | jq '.[].name'"})
final class TokensList extends ClientCommand {
  @Mixin ListOptions list = new ListOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    list.show(
        cli.printer(),
        cli.client().accessTokens().allAccessTokens(),
        new TableLayout<AccessToken>()
            .column("ID", AccessToken::id)
            .column("NAME", AccessToken::name)
            .column("ROLE", token -> token.role().name().toLowerCase(Locale.ROOT))
            .column("CREATED", AccessToken::createdAt)
            .column("BY", AccessToken::createdBy)
            .column("EXPIRES", AccessToken::expiresAt)
            .column("LAST USED", AccessToken::lastUsedAt));
    return ExitCode.DONE;
  }
}
