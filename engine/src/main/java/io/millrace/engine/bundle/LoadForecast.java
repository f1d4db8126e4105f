package io.millrace.engine.bundle;

import io.millrace.engine.bundle.LoadFacts.ClientSite;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.Site;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobName;
import io.millrace.engine.job.Reference;
import io.millrace.engine.job.Step;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceCollection.Work;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/** The load of one side of a comparison: refreshes a day, and the channels that each pool needs. */
final class LoadForecast {
  private static final double SECONDS = 86_400;

  /** Steps behind a longer chain count nothing. */
  private static final int DEEPEST = 1_000;

  /** A step of a job. */
  private record StepName(JobName job, String step) {}

  private final TypedDefinitions definitions;
  private final LoadFacts facts;
  private final FireWindow window;
  private final ToIntFunction<Client> refreshesPerDay;
  private final Map<String, Double> needed = new HashMap<>();
  private final Map<String, Integer> withoutHistory = new HashMap<>();
  private final Map<JobName, Job> jobs = new HashMap<>();
  private final Map<StepName, Double> rates = new HashMap<>();
  private long refreshes;

  /**
   * @param refreshesPerDay how often the plan refreshes the users of a client
   */
  LoadForecast(
      TypedDefinitions definitions,
      LoadFacts facts,
      FireWindow window,
      ToIntFunction<Client> refreshesPerDay) {
    this.definitions = definitions;
    this.facts = facts;
    this.window = window;
    this.refreshesPerDay = refreshesPerDay;
    definitions.jobs().values().forEach(job -> jobs.put(job.jobName(), job));
    definitions.collections().values().forEach(this::addCollection);
    addSites();
    definitions.jobs().values().forEach(this::addSteps);
  }

  /** Refreshes of collections and user-sites a day. */
  long refreshes() {
    return refreshes;
  }

  /** How many channels of a pool are in use on average. */
  double needed(String pool) {
    return needed.getOrDefault(pool, 0.0);
  }

  /** How many collections, sites and steps count nothing, because no run of them is known. */
  int withoutHistory(String pool) {
    return withoutHistory.getOrDefault(pool, 0);
  }

  private void addCollection(SourceCollection collection) {
    long fires = window.count(collection.policy().schedule());
    refreshes += fires;
    add(
        collection.work().pool(),
        fires,
        facts.ofCollection(collection.source(), collection.name()));
  }

  private void addSites() {
    Map<String, Long> perDay = new HashMap<>();
    facts
        .userSites()
        .forEach(
            (place, count) -> perDay.merge(place.site(), count * perUserSite(place), Long::sum));
    perDay.forEach(
        (id, count) -> {
          refreshes += count;
          Site site = definitions.sites().get(id);
          add(site == null ? Work.DEFAULT_POOL : site.work().pool(), count, facts.ofSite(id));
        });
  }

  /** By its site's schedule, and by the plan of its client. */
  private long perUserSite(ClientSite place) {
    Site site = definitions.sites().get(place.site());
    Client client = definitions.clients().get(place.client());
    return site == null || site.maintenance() || !site.supported()
        ? 0
        : window.count(site.policy().schedule())
            + (client == null ? 0 : refreshesPerDay.applyAsInt(client));
  }

  private void addSteps(Job job) {
    for (Step step : job.steps()) {
      Work work = step.work();
      if (work != null) {
        add(
            work.pool(),
            rate(new StepName(job.jobName(), step.name()), new HashSet<>()),
            facts.ofCollection(job.source(), step.name()));
      }
    }
  }

  /**
   * How often a step runs a day, if all steps before it succeed: its arrivals, divided by its
   * threshold.
   */
  private double rate(StepName name, Set<StepName> above) {
    Double known = rates.get(name);
    if (known != null) {
      return known;
    }
    Job job = jobs.get(name.job());
    Optional<Step> step = job == null ? Optional.empty() : job.step(name.step());
    if (job == null
        || step.isEmpty()
        || job.paused()
        || above.size() == DEEPEST
        || !above.add(name)) {
      return 0;
    }
    double arrivals = 0;
    for (Reference reference : step.get().depends()) {
      JobName target = reference.target(name.job());
      arrivals +=
          reference.kind() == Reference.Kind.TRIGGER
              ? fires(target, reference.name())
              : rate(new StepName(target, reference.name()), above);
    }
    above.remove(name);
    double rate = arrivals / step.get().threshold();
    rates.put(name, rate);
    return rate;
  }

  private double fires(JobName name, String trigger) {
    Job job = jobs.get(name);
    return job == null || job.paused()
        ? 0
        : job.trigger(trigger)
            .map(
                it ->
                    it.end() == null && !it.start().isAfter(window.from())
                        ? window.count(it.schedule())
                        : window.each(time -> it.nextAfter(time)))
            .orElse(0L);
  }

  private void add(String pool, double runs, Optional<Double> seconds) {
    if (runs > 0) {
      needed.merge(pool, runs / SECONDS * seconds.orElse(0.0), Double::sum);
      if (seconds.isEmpty()) {
        withoutHistory.merge(pool, 1, Integer::sum);
      }
    }
  }
}
