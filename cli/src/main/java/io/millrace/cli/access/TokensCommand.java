package io.millrace.cli.access;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Access tokens. */
@Command(
    name = "tokens",
    description = "Access tokens: who may use the API. For admins.",
    footer = {
      "",
      "Examples:",
      "  millrace tokens list",
      "  millrace tokens create dashboard --role viewer --file dashboard.token",
      "  millrace tokens create etl --role worker --queue banks --pool default --expires 90d",
      "  millrace tokens revoke 01a1e451-28fe-7f1d-b60d-26f9e438fcb6"
    })
public final class TokensCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(TokensList.class, TokensCreate.class, TokensRevoke.class);
  }
}
