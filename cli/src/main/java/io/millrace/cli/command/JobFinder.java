package io.millrace.cli.command;

import io.millrace.cli.error.CommandException;
import io.millrace.cli.error.ExitCode;
import io.millrace.client.MillraceClient;
import io.millrace.client.model.JobModel.JobSummary;
import java.util.List;
import java.util.stream.Collectors;

/** Finds a job by its id, its name, or {@code project/name}. */
public final class JobFinder {
  private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

  private JobFinder() {}

  /** The id of the job. */
  public static String id(MillraceClient client, String text) {
    if (text.matches(UUID)) {
      return text;
    }
    int slash = text.indexOf('/');
    String project = slash < 0 ? null : text.substring(0, slash);
    String name = text.substring(slash + 1);
    List<JobSummary> found = client.jobs().allJobs(project, name, null).limit(2).toList();
    if (found.size() == 1) {
      return found.get(0).id();
    }
    if (found.isEmpty()) {
      throw new CommandException(
          ExitCode.NOT_FOUND,
          "There is no job '" + text + "'.",
          "'millrace get jobs' lists them. A job has an id, and a name in its project.");
    }
    throw CommandException.usage(
        "Several jobs are called '" + name + "'.",
        found.stream()
            .map(job -> job.project() + "/" + job.name())
            .collect(Collectors.joining(", ", "Name its project: ", " …")));
  }
}
