package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * A viewer and an operator that look for the credentials of a job and the secrets of its project.
 */
final class CredentialReader implements Attack {
  private static final String HIDDEN = "nobody but an admin is shown a credential";

  @Override
  public String name() {
    return "credentials";
  }

  @Override
  public String story() {
    return "a viewer and an operator that read every answer with a job for its credentials";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    String mark = "hostile" + Long.toHexString(random.nextLong());
    String job = AttackContext.newId();
    String project = arena.name();
    arena.belongings().secret("hidden", mark + "-secret");
    arena.belongings().job(job, "careless", steps(mark, project));
    List<String> paths =
        List.of(
            "/jobs/" + job,
            "/jobs/" + job + "/definition",
            "/jobs/" + job + "/graph",
            "/jobs?project=" + project,
            "/jobs/" + job + "/tokens",
            "/projects/" + project + "/secrets",
            "/projects/" + project + "/config",
            "/history?source=" + project + ".careless",
            "/notifications");
    for (String role : List.of("viewer", "operator")) {
      ApiClient client = arena.target().client(arena.belongings().token(role, ""));
      for (String path : paths) {
        ApiAnswer answer = arena.counted(client, "GET", path, "");
        checklist.check(
            HIDDEN,
            answer.isFine() && !answer.body().contains(mark),
            role + " GET " + path + ": " + answer);
      }
      masked(arena, checklist, client, job, role);
    }
    ApiAnswer kept = arena.admin().get("/jobs/" + job + "/definition");
    checklist.check(
        "an admin is shown what was saved", kept.body().contains(mark + "-header"), kept);
    return checklist.findings();
  }

  /** What is shown with stars must not take the place of what it hides. */
  private static void masked(
      AttackContext arena, Checklist checklist, ApiClient client, String job, String role)
      throws IOException {
    String shown = client.get("/jobs/" + job + "/definition").body();
    ApiAnswer check = arena.counted(client, "POST", "/jobs/check", shown, ApiClient.YAML_TYPE);
    int expected = role.equals("viewer") ? 403 : 400;
    checklist.check(
        "a definition with stars in it is not saved", check.status() == expected, check);
  }

  private static String steps(String mark, String pool) {
    return """
  - name: header
    run: {http: {url: "http://hostile.invalid/", headers: {Authorization: "Bearer %1$s-header", x-api-key: "%1$s-key"}}}
    pool: %2$s
  - name: address
    run: {http: {url: "http://hostile.invalid/?api_key=%1$s-query"}}
    pool: %2$s
  - name: body
    run: {http: {url: "http://hostile.invalid/", body: {deep: [{clientSecret: "%1$s-field"}]}}}
    pool: %2$s
  - name: program
    run: {process: [curl, --password, "%1$s-argument"]}
    pool: %2$s
"""
        .formatted(mark, pool);
  }
}
