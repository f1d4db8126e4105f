package io.millrace.cli.node;

import picocli.CommandLine.Command;

/** Runs only the embedded database. */
@Command(
    name = "database",
    description = {"Runs only the embedded database, for several nodes on one machine."},
    footer = {"", "Examples:", "  MILLRACE_DATA_DIR=/var/lib/millrace millrace database"})
public final class DatabaseOnlyCommand extends NodeCommand {}
