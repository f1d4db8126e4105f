package io.millrace.hostile;

import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Jobs that must not be saved. They are only checked, so one that is let in is not there either.
 */
final class ForbiddenDefinitions implements Attack {
  private static final List<String> HEADERS =
      List.of(
          "Host",
          "host",
          "Content-Length",
          "Transfer-Encoding",
          "Connection",
          "Keep-Alive",
          "TE",
          "Trailer",
          "Upgrade",
          "Expect",
          "Via",
          "Proxy-Authorization",
          "Proxy-Connection",
          "X\\r\\nHost",
          "X Y",
          "X:Y",
          "");

  /** What a container must not have unless the node's settings open it, by its field. */
  private static final List<Map.Entry<String, String>> CONTAINERS =
      List.of(
          Map.entry("mounts[0]", "mounts: ['/:/host']"),
          Map.entry("mounts[0]", "mounts: ['/var/run/docker.sock:/s']"),
          Map.entry("mounts[0]", "mounts: ['/tmp/../etc:/x:ro']"),
          Map.entry("network", "network: host"),
          Map.entry("network", "network: 'container:other'"),
          Map.entry("privileged", "privileged: true"),
          Map.entry("devices", "devices: [/dev/sda]"),
          Map.entry("cap_add", "cap_add: [SYS_ADMIN]"),
          Map.entry("user", "user: 'root; id'"),
          Map.entry("args[0]", "args: ['${secret.key}']"),
          Map.entry("env.MILLRACE_TASK_ID", "env: {MILLRACE_TASK_ID: other}"),
          Map.entry("memory", "memory: -1"),
          Map.entry("cpus", "cpus: 1e9"));

  /** What a pod must not have unless the node's settings open it, by its field in the template. */
  private static final List<Map.Entry<String, String>> PODS =
      List.of(
          Map.entry("hostNetwork", "hostNetwork: true"),
          Map.entry("hostPID", "hostPID: true"),
          Map.entry("nodeName", "nodeName: master"),
          Map.entry("serviceAccountName", "serviceAccountName: admin"),
          Map.entry("automountServiceAccountToken", "automountServiceAccountToken: true"),
          Map.entry("volumes[0].hostPath", "volumes: [{name: v, hostPath: {path: /}}]"),
          Map.entry("volumes[0].nfs", "volumes: [{name: v, nfs: {server: a, path: /}}]"),
          Map.entry("volumes[0].iscsi", "volumes: [{name: v, iscsi: {targetPortal: a}}]"),
          Map.entry("volumes[0].gitRepo", "volumes: [{name: v, gitRepo: {repository: a}}]"),
          Map.entry("volumes[0].flexVolume", "volumes: [{name: v, flexVolume: {driver: a}}]"),
          Map.entry("volumes[0].csi", "volumes: [{name: v, csi: {driver: a}}]"),
          Map.entry(
              "containers[0].securityContext",
              "containers: [{name: main, securityContext: {privileged: true}}]"),
          Map.entry(
              "initContainers[0].securityContext",
              "initContainers: [{name: i, securityContext: {allowPrivilegeEscalation: true}}]"),
          Map.entry("containers[0].ports", "containers: [{name: main, ports: [{hostPort: 80}]}]"));

  @Override
  public String name() {
    return "definitions";
  }

  @Override
  public String story() {
    return "jobs with too many steps, triggers and references, with headers that smuggle, and with"
        + " containers and pods that reach out";
  }

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    ApiClient operator = arena.target().client(arena.belongings().token("operator", ""));
    for (String header : HEADERS) {
      refused(arena, checklist, operator, "the header '" + header + "'", header(header, "x"));
    }
    refused(arena, checklist, operator, "a header of two lines", header("X", "a\\r\\nHost: b"));
    refused(arena, checklist, operator, "1,001 steps", steps(1_001, ""));
    refused(arena, checklist, operator, "10,050 references", steps(201, references(201)));
    refused(
        arena,
        checklist,
        operator,
        "1,001 triggers",
        "triggers:\n"
            + many(1_001, "  - {name: t%d, start: 2126-01-01T00:00:00Z, period: 1h}\n")
            + steps(1, ""));
    for (Map.Entry<String, String> one : CONTAINERS) {
      names(arena, checklist, operator, one.getKey(), run("container", one.getValue()));
    }
    for (Map.Entry<String, String> one : PODS) {
      String template = "template: {spec: {" + one.getValue() + "}}";
      String field = "template.spec." + one.getKey();
      names(arena, checklist, operator, field, run("kubernetes", template));
    }
    names(
        arena,
        checklist,
        operator,
        "template.metadata.annotations",
        run(
            "kubernetes",
            "template: {metadata: {annotations:"
                + " {container.apparmor.security.beta.kubernetes.io/main: unconfined}}}"));
    names(arena, checklist, operator, "namespace", run("kubernetes", "namespace: kube-system"));
    return checklist.findings();
  }

  private static String many(int number, String line) {
    return IntStream.range(0, number).mapToObj(line::formatted).collect(Collectors.joining());
  }

  private static String steps(int number, String fields) {
    return "steps:\n" + many(number, "  - {name: s%d, run: {noop: {}}" + fields + "}\n");
  }

  private static String references(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "step/s" + i + "@" + (i + 1) + "h")
        .collect(Collectors.joining(", ", ", depends: [", "]"));
  }

  private static String header(String name, String value) {
    return "steps:\n  - {name: s, run: {http: {url: \"http://example.com/\", headers: {\"%s\": \"%s\"}}}}\n"
        .formatted(name, value);
  }

  private static String run(String kind, String fields) {
    return "steps:\n  - {name: s, run: {%s: {image: busybox, %s}}}\n".formatted(kind, fields);
  }

  /** Refused, and for this field. */
  private static void names(
      AttackContext arena, Checklist checklist, ApiClient operator, String field, String definition)
      throws IOException {
    ApiAnswer answer = refused(arena, checklist, operator, definition, definition);
    checklist.check(
        "the answer names the field of a definition that reaches out",
        answer.body().contains(field),
        field + ": " + answer);
  }

  private static ApiAnswer refused(
      AttackContext arena, Checklist checklist, ApiClient operator, String what, String definition)
      throws IOException {
    String job =
        "id: %s\nproject: hostile\nname: check\n".formatted(AttackContext.newId()) + definition;
    ApiAnswer answer = arena.counted(operator, "POST", "/jobs/check", job, ApiClient.YAML_TYPE);
    checklist.check("a job that must not be is 400", answer.status() == 400, what + ": " + answer);
    return answer;
  }
}
