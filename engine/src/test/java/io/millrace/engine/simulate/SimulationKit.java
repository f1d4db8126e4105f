package io.millrace.engine.simulate;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.Site;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.WaitingTask;
import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.job.Job;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.ThrottlingSettings;
import io.millrace.engine.simulate.SimulatedWorld.Refreshes;
import io.millrace.engine.simulate.SimulatedWorld.Rules;
import io.millrace.engine.simulate.SimulatedWorld.WorldJobs;
import io.millrace.engine.simulate.VirtualDirectory.VirtualClient;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.trigger.TriggerSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A small world to simulate. Every user has one user-site at each site. */
public final class SimulationKit {
  public static final Instant DAY = Instant.parse("2026-03-02T00:00:00Z");
  public static final UserSiteFacts CONNECTED =
      new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, null);

  public Instant from = DAY;
  public Duration length = Duration.ofDays(1);
  public long seed = 1;
  public int channels = 1_000;
  public Duration fresh;
  public RunProfiles profiles = RunProfiles.NONE;
  public boolean enabled = true;
  public boolean isBlocked;
  public Instant lastLogin;
  public UserSiteFacts facts = CONNECTED;
  public final Map<String, PoolConfig> pools = new HashMap<>();
  public final Map<String, Integer> nodes = new HashMap<>();
  public final List<Outage> outages = new ArrayList<>();
  public final List<Job> jobs = new ArrayList<>();
  private final List<RefreshDefinition> definitions = new ArrayList<>();
  private final List<SourceCollection> collections = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<VirtualClient> clients = new ArrayList<>();
  private final List<OpenTask> openTasks = new ArrayList<>();
  private final List<Integer> usersOf = new ArrayList<>();

  /** A client with users who are refreshed n times a day. */
  public SimulationKit client(String id, int users, int n) {
    return client(new VirtualClient(id, n, false), users);
  }

  public SimulationKit client(VirtualClient client, int users) {
    clients.add(client);
    usersOf.add(users);
    return this;
  }

  public SimulationKit site(String id, Policy policy) {
    return site(new Site(id, "provider", false, true, false, policy, Work.NOOP));
  }

  public SimulationKit site(Site site) {
    sites.add(site);
    return this;
  }

  public SimulationKit collection(String source, String name, Policy policy) {
    collections.add(
        new SourceCollection(new CollectionId(source, name), policy, Work.of(RunSpec.NOOP)));
    return this;
  }

  /** A collection runs already when the virtual clock starts. */
  public SimulationKit resume(int collection, String worker, Instant startedAt) {
    SourceCollection running = collections.get(collection);
    Attempt attempt =
        Attempt.of(
            new VirtualUids(seed).uid(running.id().owner(), startedAt),
            1,
            TaskReason.SCHEDULE,
            running.work().route(running.work().priority().value()),
            running.policy().timeout(),
            startedAt);
    WaitingTask task =
        WaitingTask.of(attempt.toTask(running.id().taskId(attempt.uid()), null, null));
    openTasks.add(new OpenTask(attempt, collection, null, task, startedAt, worker));
    return this;
  }

  public static FlywheelSettings flywheel(boolean enabled) {
    ThrottlingSettings throttling =
        new ThrottlingSettings(Set.of("bad"), Duration.ofSeconds(1_200), Duration.ofDays(1));
    return new FlywheelSettings(
        enabled,
        throttling,
        1,
        Map.of(),
        Duration.ofDays(2),
        Duration.ofMinutes(60),
        Duration.ofDays(7));
  }

  public static TriggerSettings triggers() {
    return new TriggerSettings(1_000, Duration.ofMinutes(1), 1_000, 100, Duration.ofSeconds(10));
  }

  public SimulatedWorld world() {
    definitions.clear();
    sites.forEach(site -> definitions.add(RefreshDefinition.of(site, profiles)));
    collections.forEach(each -> definitions.add(RefreshDefinition.of(each, profiles)));
    VirtualDirectory directory = new VirtualDirectory();
    VirtualUserSites table = new VirtualUserSites(definitions);
    clients.forEach(directory::addClient);
    for (int client = 0; client < clients.size(); client++) {
      for (int user = 0; user < usersOf.get(client); user++) {
        int number = directory.addUser(client, isBlocked, lastLogin, table.size());
        for (int site = 0; site < sites.size(); site++) {
          table.add(site, number, facts, VirtualUids.key(owner(client, user, site)));
        }
        directory.endUser(table.size());
      }
    }
    for (int i = 0; i < collections.size(); i++) {
      String owner = collections.get(i).id().owner();
      table.add(sites.size() + i, -1, null, VirtualUids.key(owner));
    }
    for (int row = 0; fresh != null && row < table.size(); row++) {
      table.promise(row, fresh, null);
    }
    Map<String, PoolConfig> configs = new HashMap<>(pools);
    configs.putIfAbsent(Work.DEFAULT_POOL, PoolConfig.ofChannels(channels));
    return new SimulatedWorld(
        new SimulatedTime(from, from.plus(length), seed),
        new Rules(flywheel(enabled), triggers(), Duration.ofSeconds(30), outages),
        configs,
        nodes,
        new Refreshes(directory, table, null),
        new WorldJobs(jobs, profiles),
        openTasks);
  }

  private String owner(int client, int user, int site) {
    return sites.get(site).id() + "/" + clients.get(client).id() + "-" + user;
  }

  public SimulationResult run() {
    return Simulator.run(world(), SimulationListener.NONE).orElseThrow();
  }
}
