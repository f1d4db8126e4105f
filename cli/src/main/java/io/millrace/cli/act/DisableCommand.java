package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import picocli.CommandLine.Command;

/** Disables a collection or a user-site until it is enabled or saved again. */
@Command(
    name = "disable",
    description = "Disables a collection or a user-site until it is enabled or saved again.",
    footer = {"", "Examples:", "  millrace disable collection bank accounts --reason 'We moved to another bank.'", "  millrace disable user-site ann-bank"},
    subcommands = {DisableCollection.class, DisableUserSite.class})
public final class DisableCommand extends GroupCommand {}
