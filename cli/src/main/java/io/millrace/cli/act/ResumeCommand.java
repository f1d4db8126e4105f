package io.millrace.cli.act;

import io.millrace.cli.command.GroupCommand;
import picocli.CommandLine.Command;

/** Resumes a job or a pool. */
@Command(
    name = "resume",
    description = "Resumes a job or a pool.",
    footer = {"", "Examples:", "  millrace resume job daily-load", "  millrace resume pool night"},
    subcommands = {ResumeJob.class, ResumePool.class})
public final class ResumeCommand extends GroupCommand {}
