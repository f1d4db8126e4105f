package io.millrace.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.client.MillraceClient;
import io.millrace.client.model.WatchModel.Member;
import io.millrace.client.model.WorkerModel.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether somebody does the work: nodes, and workers for every queue that is used. */
final class WorkerChecks {
  private static final int MOST_DEFINITIONS = 500;

  private final MillraceClient client;

  WorkerChecks(MillraceClient client) {
    this.client = client;
  }

  List<DoctorFinding> look() {
    List<DoctorFinding> findings = new ArrayList<>(nodes(client.watch().getCluster().members()));
    List<Worker> workers = client.workers().allWorkers().toList();
    int slots = workers.stream().mapToInt(Worker::slots).sum();
    findings.add(
        slots > 0
            ? DoctorFinding.ok("workers", workers.size() + " workers with " + slots + " slots")
            : DoctorFinding.fail(
                "workers",
                "no worker runs tasks",
                "Give nodes millrace.worker.slots, or start remote workers: docs/workers.md."));
    Set<String> served = new TreeSet<>();
    workers.stream().filter(each -> each.queues() != null).forEach(w -> served.addAll(w.queues()));
    findings.add(queues(queues(), served));
    return findings;
  }

  private static List<DoctorFinding> nodes(List<Member> members) {
    List<DoctorFinding> findings = new ArrayList<>();
    for (Member member : members) {
      if (!member.reachable()) {
        findings.add(
            DoctorFinding.fail(
                "nodes",
                member.address() + " cannot be reached by the others",
                "Start it again, or repair the network between the nodes."));
      }
    }
    long releases = members.stream().map(Member::version).distinct().count();
    if (releases > 1) {
      findings.add(
          DoctorFinding.warn(
              "nodes",
              "the nodes are of " + releases + " releases",
              "End the rolling deploy: millrace get nodes."));
    }
    if (findings.isEmpty()) {
      findings.add(DoctorFinding.ok("nodes", members.size() + " of one release, all reachable"));
    }
    return findings;
  }

  static DoctorFinding queues(Set<String> used, Set<String> served) {
    Set<String> orphans = new TreeSet<>(used);
    orphans.removeAll(served);
    return orphans.isEmpty()
        ? DoctorFinding.ok("queues", used.size() + " queues are used, each has a worker")
        : DoctorFinding.fail(
            "queues",
            "no worker claims from: " + String.join(", ", orphans),
            "Start a worker for it (docs/clients.md), or correct the queue in the definition.");
  }

  /** The queues that definitions name. */
  private Set<String> queues() {
    Set<String> found = new TreeSet<>();
    try {
      collect(new YAMLMapper().readTree(client.sources().getSources()), found);
    } catch (JsonProcessingException unreadable) {
      return found; // the node itself could read it; this program is older
    }
    client.directory().allSites(null).limit(MOST_DEFINITIONS).forEach(s -> run(s.run(), found));
    client
        .jobs()
        .allJobs(null, null, null)
        .limit(MOST_DEFINITIONS)
        .forEach(job -> client.jobs().getJob(job.id()).steps().forEach(s -> collect(s, found)));
    return found;
  }

  private static void run(@Nullable JsonNode run, Set<String> found) {
    if (run != null && run.path("pull").isObject()) {
      found.add(run.path("pull").path("queue").asText("default"));
    }
  }

  /** Every {@code run} in a document. */
  static void collect(JsonNode node, Set<String> found) {
    run(node.path("run"), found);
    node.forEach(below -> collect(below, found));
  }
}
