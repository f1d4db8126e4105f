package io.millrace.cli.get;

import io.millrace.cli.command.GroupCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists, and looks at one. */
@Command(
    name = "get",
    description = "Lists what there is, or shows one of it.",
    footer = {
      "",
      "Examples:",
      "  millrace get tasks                          the newest tasks",
      "  millrace get task demo_c_01a1e451-…         one task",
      "  millrace get jobs -o json | jq '.[].name'   for programs: an array"
    })
public final class GetCommand extends GroupCommand {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        GetTasks.class,
        GetSources.class,
        GetCollections.class,
        GetClients.class,
        GetSites.class,
        GetUsers.class,
        GetUserSites.class,
        GetPlan.class,
        GetJobs.class,
        GetJobTokens.class,
        GetTriggers.class,
        GetProjects.class,
        GetPools.class,
        GetWorkers.class,
        GetNodes.class,
        GetNotifications.class);
  }
}
