package io.millrace.http.definitions;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A folder with many definitions of every kind that all carry the same generation. */
final class ManyDefinitions {
  private ManyDefinitions() {}

  /**
   * The body of a request.
   *
   * @param each how many sites, collections, jobs and clients there are, of each kind
   * @param generation in every definition, so that a mixture is seen
   */
  static String body(int each, int generation) {
    List<String> files = new ArrayList<>();
    StringBuilder sites = new StringBuilder("sites:\n");
    StringBuilder clients = new StringBuilder("clients:\n");
    StringBuilder sources = new StringBuilder("sources:\n");
    StringBuilder jobs = new StringBuilder("jobs:\n");
    for (int i = 0; i < each; i++) {
      sites.append("  site%d: {provider: g%d, run: {noop: {}}}%n".formatted(i, generation));
      clients.append("  client%d: {name: g%d}%n".formatted(i, generation));
      sources.append(
          "  source%d: {collections: [{name: c, timeout: %dm}]}%n".formatted(i, generation));
      jobs.append(
          """
          - id: %s
            project: many
            name: job%d
            description: g%d
            triggers: [{name: t, start: 2026-01-01T00:00:00Z, cron: "0 30 2 * * ?", catchup: none}]
            steps: [{name: s, depends: [trigger/t], run: {noop: {}}}, {name: u, depends: [step/s]}]
          """
              .formatted(new UUID(7, i), i, generation));
    }
    files.addAll(List.of("sites.yaml", sites.toString(), "clients.yaml", clients.toString()));
    files.addAll(List.of("sources.yaml", sources.toString(), "jobs.yaml", jobs.toString()));
    return DefinitionApiTest.body(false, files.toArray(String[]::new));
  }
}
