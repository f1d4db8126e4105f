package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.ProjectModel.ConfigEntry;
import io.millrace.client.model.ProjectModel.Project;
import io.millrace.client.model.ProjectModel.SecretEntry;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Projects, and what their tasks are told. */
@Command(
    name = "projects",
    aliases = "project",
    description = "Projects; of one, its config and the names of its secrets.",
    footer = {"", "Examples:", "  millrace get projects", "  millrace get project reports"})
final class GetProjects extends GetKind<Project> {
  /** What the tasks of a project are told. No answer has the value of a secret. */
  record ProjectValues(String name, List<ConfigEntry> config, List<SecretEntry> secrets) {}

  @Override
  Stream<Project> all(CliSession cli) {
    return cli.client().projects().allProjects();
  }

  @Override
  Object one(CliSession cli, String wanted) {
    return new ProjectValues(
        wanted,
        cli.client().projects().listConfig(wanted).config(),
        cli.client().projects().listSecrets(wanted).secrets());
  }

  @Override
  TableLayout<Project> layout() {
    return new TableLayout<Project>().column("NAME", Project::name).column("JOBS", Project::jobs);
  }
}
