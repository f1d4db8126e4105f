package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Disables a collection or a user-site until it is enabled or saved again. */
@Command(
    name = "disable",
    description = "Disables a collection or a user-site until it is enabled or saved again.",
    footer = {
      "",
      "Examples:",
      "  millrace disable collection bank accounts --reason 'We moved to another bank.'",
      "  millrace disable user-site ann-bank"
    })
public final class DisableCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(DisableCollection.class, DisableUserSite.class);
  }
}
