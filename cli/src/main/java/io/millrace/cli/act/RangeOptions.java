package io.millrace.cli.act;

import io.millrace.cli.command.TimeText;
import java.time.Instant;
import picocli.CommandLine.Option;

/** A range of logical times, and whether it is meant seriously. */
final class RangeOptions {
  @Option(
      names = "--first",
      required = true,
      paramLabel = "TIME",
      description = "The first logical time, such as 2026-01-01 or 2026-01-01T06:00:00Z.")
  String first = "";

  @Option(
      names = "--last",
      required = true,
      paramLabel = "TIME",
      description = "The last logical time. It is in the range.")
  String last = "";

  @Option(names = "--yes", description = "Does it. Without it, the range is only counted.")
  boolean yes;

  Instant first() {
    return TimeText.exact("--first", first);
  }

  Instant last() {
    return TimeText.exact("--last", last);
  }
}
