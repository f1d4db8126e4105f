package io.millrace.cli.command;

import io.millrace.cli.output.Printer;
import io.millrace.cli.profile.Connection;
import io.millrace.cli.shell.Shell;
import io.millrace.client.MillraceClient;

/** What a command works with. */
public record CliSession(
    MillraceClient client, Printer printer, Shell shell, Connection connection) {}
