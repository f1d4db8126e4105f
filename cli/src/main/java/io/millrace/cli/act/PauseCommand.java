package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import picocli.CommandLine.Command;

/** Pauses a job or a pool. */
@Command(
    name = "pause",
    description = "Pauses a job or a pool.",
    footer = {"", "Examples:", "  millrace pause job daily-load --reason 'The bank asked us to.'", "  millrace pause pool night --reason 'The bank asked us to.'"},
    subcommands = {PauseJob.class, PausePool.class})
public final class PauseCommand extends GroupCommand {}
