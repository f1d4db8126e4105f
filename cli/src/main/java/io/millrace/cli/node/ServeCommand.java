package io.millrace.cli.node;

import picocli.CommandLine.Command;

/** Runs a node. */
@Command(
    name = "serve",
    description = {
      "Runs a node. Plain 'millrace' does the same.",
      "Its settings are in the environment: docs/operations.md has them. -D and -J go to Java."
    },
    footer = {
      "",
      "Examples:",
      "  millrace serve                           with a database of its own, in ./.millrace",
      "  MILLRACE_HTTP_PORT=9090 millrace serve   on another port",
      "  millrace serve -J-Xmx2g -Dmillrace.worker.slots=32"
    })
public final class ServeCommand extends NodeCommand {}
