package io.millrace.engine.freshness;

import io.millrace.engine.job.Job;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.notify.NotificationStore;
import io.millrace.engine.source.Sources;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The work of the keeper of freshness, in bounded rounds. One thread at a time may use it. */
public final class FreshnessRounds {
  private static final List<String> ALL = List.of("client", "site", "source", "job");
  private static final Duration REPORT = Duration.ofSeconds(15);
  private static final Duration CLEAN = Duration.ofMinutes(30);

  /**
   * The definitions that this node knows.
   *
   * @param jobsVersion changes whenever the jobs change
   */
  public record KnownDefinitions(
      Supplier<Sources> sources, LongSupplier jobsVersion, Supplier<List<Job>> jobs) {}

  private final FreshnessStore store;
  private final FreshnessCountStore counts;
  private final NotificationStore notifications;
  private final FreshnessMeters meters;
  private final FreshnessSettings settings;
  private final KnownDefinitions definitions;
  private @Nullable Sources knownSources;
  private long knownJobs;
  private Map<String, DefinedPromise> defined = Map.of();
  private Instant reportAt = Instant.MIN;
  private Instant cleanAt = Instant.MIN;

  public FreshnessRounds(
      DataSource database,
      FreshnessSettings settings,
      KnownDefinitions definitions,
      FreshnessMeters meters) {
    this.store = new FreshnessStore(database, settings);
    this.counts = new FreshnessCountStore(database, settings);
    this.notifications = new NotificationStore(database);
    this.meters = meters;
    this.settings = settings;
    this.definitions = definitions;
  }

  /**
   * Runs one round of bounded size.
   *
   * @return whether there is more to do at once
   */
  public boolean run(Instant now) throws SQLException {
    Sources sources = definitions.sources().get();
    long jobs = definitions.jobsVersion().getAsLong();
    if (knownSources == null) { // this node has just begun to keep
      store.followSettings();
    }
    if (sources != knownSources || jobs != knownJobs) { // sources are replaced as a whole
      defined = DefinedPromise.all(sources.collections(), definitions.jobs().get());
      store.reconcile(defined, now);
      knownSources = sources;
      knownJobs = jobs;
    }
    boolean changed = store.followChange(defined, now);
    boolean due = store.judgeDue(defined, now);
    store.fold();
    if (!now.isBefore(reportAt)) {
      report(now);
      reportAt = now.plus(REPORT);
    }
    if (!now.isBefore(cleanAt)) {
      store.clean(now);
      cleanAt = now.plus(CLEAN);
    }
    return changed || due;
  }

  /** Another node does this now. */
  public void stop() {
    knownSources = null;
    meters.reset();
  }

  private void report(Instant now) throws SQLException {
    List<FreshnessCounts> all = counts.counts(ALL, now);
    meters.report(all);
    for (FreshnessCounts each : all) {
      if (each.budget().isUsedUpWithin(settings.burnNotice())) {
        notifications.add(burning(each, now));
      }
    }
  }

  /** The same one all day: adding it again changes nothing. */
  private static Notification burning(FreshnessCounts counts, Instant now) {
    return Notification.of(
        Notification.Kind.BUDGET_BURNING,
        counts.dimension() + " " + counts.name(),
        now.atOffset(ZoneOffset.UTC).toLocalDate().toString(),
        now,
        Map.of(
            "dimension", counts.dimension(),
            "name", counts.name(),
            "stale", counts.counts().stale(),
            "allowed_seconds", counts.budget().allowed().toSeconds(),
            "used_seconds", counts.budget().used().toSeconds()));
  }
}
