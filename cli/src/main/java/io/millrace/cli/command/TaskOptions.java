package io.millrace.cli.command;

import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.TaskStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which tasks. */
public final class TaskOptions {
  @Option(names = "--source", paramLabel = "NAME", description = "Of this source or site.")
  @Nullable String source;

  @Option(
      names = "--collection",
      paramLabel = "NAME",
      description = "Of this collection or user-site.")
  @Nullable String collection;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "SCHEDULED, RUNNING, SUCCESS, FAILED or CANCELED.")
  @Nullable TaskStatus status;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Created since then: 2h (ago), 2026-01-31, 2026-01-31T06:00:00Z.")
  @Nullable String since;

  @Option(names = "--until", paramLabel = "TIME", description = "Created before then.")
  @Nullable String until;

  public TaskFilter filter(Instant now) {
    return new TaskFilter(
        source,
        collection,
        status,
        TimeText.past("--since", since, now),
        TimeText.past("--until", until, now));
  }
}
