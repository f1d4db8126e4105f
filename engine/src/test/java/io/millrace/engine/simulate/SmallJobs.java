package io.millrace.engine.simulate;

import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobChange;
import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.simulate.Outage.OutageKind;
import io.millrace.engine.simulate.SimulatedWorld.Refreshes;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulatedWorld.WorldJobs;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * A world of two jobs, made by chance. Steps of the second may depend on steps of the first. All
 * nodes are down for a while, so that triggers have to catch up.
 */
record SmallJobs(
    SimulatedTime time, PoolConfig config, List<Job> jobs, RunProfiles profiles, Outage outage) {
  private static final Instant FROM = Instant.parse("2026-03-02T01:00:00Z");
  private static final Duration LENGTH = Duration.ofMinutes(150);

  static SmallJobs of(int seed) {
    Random random = new Random(seed);
    Instant down = FROM.plusMillis(2_400_000 + random.nextInt(2_400_000));
    List<Job> jobs = new ArrayList<>();
    Map<String, RunProfile> profiles = new HashMap<>();
    List<String> known = new ArrayList<>();
    for (int number = 1; number <= 2; number++) {
      Job job = new Maker(random, known).job(10L * seed + number);
      jobs.add(job);
      job.steps().forEach(step -> profiles.put(job.source() + "/" + step.name(), run(random)));
      job.steps().forEach(step -> known.add(job.name() + "/step/" + step.name()));
    }
    return new SmallJobs(
        new SimulatedTime(FROM, FROM.plus(LENGTH), seed),
        config(random),
        jobs,
        new RunProfiles(profiles, RunProfile.UNKNOWN, 1),
        new Outage(OutageKind.NODE, Outage.ALL_NODES, down, down.plusMillis(2_345_678)));
  }

  private static PoolConfig config(Random random) {
    int channels = 1 + random.nextInt(4);
    int share = random.nextInt(101);
    return new PoolConfig(
        true,
        channels,
        List.of(
            new SourceSystem("TDR", random.nextInt(channels + 1), share),
            new SourceSystem("DEFAULT", 0, 100 - share)));
  }

  private static RunProfile run(Random random) {
    return new RunProfile(
        List.of(1_000L + random.nextInt(60_000), 500_000L),
        List.of(500L, 200_000L),
        random.nextDouble() * 0.5,
        0.1);
  }

  /** When something that is due at that time happens. */
  Instant upAt(Instant due) {
    return outage.contains(due) ? outage.to() : due;
  }

  static JobChange change(Job job) {
    return new JobChange(job.number(), job.version(), job);
  }

  static String start(String owner, int attemptNo, Instant at, UUID uid) {
    return owner + " " + attemptNo + " " + at + " " + uid;
  }

  SimulatedWorld simulated() {
    return new SimulatedWorld(
        time,
        new Rules(
            SimulationKit.flywheel(false),
            SimulationKit.triggers(),
            Duration.ofSeconds(30),
            List.of(outage)),
        Map.of(Work.DEFAULT_POOL, config),
        Map.of(),
        new Refreshes(new VirtualDirectory(), new VirtualUserSites(List.of()), null),
        new WorldJobs(jobs, profiles),
        List.of());
  }

  /** Writes a job. Its references are to its own earlier steps, and to those that are known. */
  private record Maker(Random random, List<String> known) {

    Job job(long number) {
      StringBuilder steps = new StringBuilder();
      List<String> before = new ArrayList<>();
      int many = 3 + random.nextInt(4);
      for (int i = 0; i < many; i++) {
        steps.append(i == 0 ? "" : ", ").append(step("s" + i, before));
        before.add("step/s" + i);
      }
      String document =
          """
          {"id": "%s", "project": "p%d", "name": "j%d", "triggers": [%s, %s], "steps": [%s]}
          """
              .formatted(
                  new UUID(1, number),
                  number / 10,
                  number % 10,
                  trigger("often", "\"period\": \"" + (20 + random.nextInt(40)) + "m\""),
                  trigger("cron", "\"cron\": \"" + cron() + "\""),
                  steps);
      JobDocument text = new JobDocument(document, "application/json");
      Job read =
          JobReader.preview(
              new JobReader(RunSpec.RunValidator.ACCEPTED).read(text), false, FROM.minusSeconds(1));
      return new Job(
          number,
          read.id(),
          read.project(),
          read.name(),
          false,
          read.triggers(),
          read.steps(),
          number,
          read.savedAt(),
          null);
    }

    private String cron() {
      return "%d %d/%d * * * ?"
          .formatted(random.nextInt(60), random.nextInt(10), 15 + random.nextInt(40));
    }

    /** Times with odd parts, so that no two triggers are due at the same time. */
    private String trigger(String name, String schedule) {
      return """
             {"name": "%s", "start": "%s", %s, "offset": "%dms", "catchup": "%s"}\
             """
          .formatted(
              name,
              FROM.plusMillis(1 + random.nextInt(1_800_000)),
              schedule,
              random.nextInt(200_000),
              List.of("none", "earliest", "latest").get(random.nextInt(3)));
    }

    private String step(String name, List<String> before) {
      Set<String> depends = new LinkedHashSet<>();
      Set<String> failures = new LinkedHashSet<>();
      List<String> others = new ArrayList<>(before);
      others.addAll(known);
      boolean isSetOff = before.isEmpty() || others.isEmpty() || random.nextInt(4) == 0;
      if (isSetOff) {
        depends.add("trigger/" + (random.nextBoolean() ? "often" : "cron"));
      }
      for (int i = random.nextInt(3); i >= (isSetOff ? 1 : 0) && !others.isEmpty(); i--) {
        String other = others.get(random.nextInt(others.size()));
        String offset = random.nextInt(4) == 0 ? "@10m" : "";
        (random.nextInt(4) == 0 ? failures : depends).add(other + offset);
      }
      int sources = depends.size() + failures.size();
      // A join passes at once. Behind a trigger, the order of what follows would not be defined.
      String work = !isSetOff && random.nextInt(4) == 0 ? "" : work();
      return """
             {"name": "%s", "depends": %s, "depends_failure": %s, "threshold": %d%s}\
             """
          .formatted(
              name, list(depends), list(failures), 1 + random.nextInt(Math.min(2, sources)), work);
    }

    private String work() {
      return """
             , "run": {"noop": {}}, "timeout": "%ds", "retry": {"delays": ["%dms", "%ds"]}, \
             "priority": "%s", "system": "%s"\
             """
          .formatted(
              100 + random.nextInt(500),
              random.nextInt(2) * random.nextInt(100_000),
              random.nextInt(300),
              List.of("low", "normal", "high").get(random.nextInt(3)),
              random.nextBoolean() ? "TDR" : "other");
    }

    private static String list(Set<String> references) {
      return references.isEmpty() ? "[]" : "[\"" + String.join("\", \"", references) + "\"]";
    }
  }
}
