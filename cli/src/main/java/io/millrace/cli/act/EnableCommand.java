package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Enables a collection or a user-site that is disabled. */
@Command(
    name = "enable",
    description = "Enables a collection or a user-site that is disabled.",
    footer = {
      "",
      "Examples:",
      "  millrace enable collection bank accounts",
      "  millrace enable user-site ann-bank"
    })
public final class EnableCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(EnableCollection.class, EnableUserSite.class);
  }
}
