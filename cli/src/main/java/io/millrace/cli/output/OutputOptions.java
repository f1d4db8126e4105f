package io.millrace.cli.output;

import picocli.CommandLine.Option;

/** The options that say how answers are written. */
public final class OutputOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table, json or yaml. Unless given: ${DEFAULT-VALUE}.")
  OutputFormat format = OutputFormat.TABLE;

  @Option(names = "--no-color", description = "No colours, also on a terminal. Also: NO_COLOR.")
  boolean noColour;

  public OutputFormat format() {
    return format;
  }

  public boolean noColour() {
    return noColour;
  }
}
