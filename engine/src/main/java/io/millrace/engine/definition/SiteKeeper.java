package io.millrace.engine.definition;

import io.millrace.engine.clock.Backoff;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.directory.SiteStore.UnsentSchedule;
import io.millrace.engine.directory.SiteStore.UserSitePage;
import io.millrace.engine.message.BatchedAsk;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node's sites up to date, and notifies user-sites that do not follow the schedule of
 * their site. It uses two threads: notices may take long, and new sites must not wait for them.
 */
public final class SiteKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteKeeper.class);
  private static final int PAGE = 1_000;
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);
  private static final Backoff PAUSES = Backoff.doubling(KeeperThread.EVERY, Duration.ofMinutes(1));

  /**
   * How many rounds a site is skipped after its user-sites were notified.
   *
   * @param changes the change that they were notified of; a newer one is sent at once
   * @param notices how often they were notified of it
   * @param left the rounds to skip
   */
  private record NoticePause(long changes, int notices, long left) {
    static NoticePause after(long changes, int notices) {
      long rounds = PAUSES.delayAfter(notices).dividedBy(KeeperThread.EVERY);
      return new NoticePause(changes, notices, rounds - 1);
    }

    boolean isOver(UnsentSchedule site) {
      return left == 0 || changes != site.changes();
    }

    NoticePause oneLess() {
      return new NoticePause(changes, notices, Math.max(0, left - 1));
    }
  }

  private final SiteRegistry registry;
  private final SiteStore store;
  private final Function<String, CompletionStage<?>> define;
  private final Clock clock;
  private final KeeperThread refreshThread = new KeeperThread("site-keeper");
  private final KeeperThread noticeThread = new KeeperThread("site-teller");
  private final Map<String, NoticePause> pauses = new HashMap<>();
  private long version = -1;

  /**
   * @param define notifies a user-site that the schedule of its site has changed
   */
  public SiteKeeper(
      SiteRegistry registry,
      SiteStore store,
      Function<String, CompletionStage<?>> define,
      Clock clock) {
    this.registry = registry;
    this.store = store;
    this.define = define;
    this.clock = clock;
  }

  /**
   * Loads the sites, or fails. Call it before this node has any user-site: one that does not find
   * its site would skip a refresh.
   */
  public void load() {
    refreshThread.run(this::loadSites).toCompletableFuture().join();
  }

  /** Starts to watch for changes. */
  public void start() {
    refreshThread.everySecond(this::refreshQuietly);
    noticeThread.everySecond(this::notifyUserSites);
  }

  /** Reads changes since the last time. */
  public CompletionStage<Void> refresh() {
    return refreshThread.runOnce(this::refreshQuietly);
  }

  private void refreshQuietly() {
    try {
      loadSites();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not read new sites; the old ones stay in force", fault);
    }
  }

  private long loadSites() throws SQLException {
    long newest = store.version();
    if (newest != version) {
      registry.replace(store.all());
      version = newest;
    }
    return version;
  }

  private void notifyUserSites() {
    try {
      List<UnsentSchedule> unsent = store.unsentSchedules();
      pauses.keySet().retainAll(unsent.stream().map(UnsentSchedule::site).toList());
      List<UnsentSchedule> due = unsent.stream().filter(this::isNoticeDue).toList();
      pauses.replaceAll((site, pause) -> pause.oneLess());
      if (!due.isEmpty()) {
        refresh().toCompletableFuture().join();
        store.runExclusively(() -> notifyUserSites(due));
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not send new schedules to all user-sites; they are sent again", fault);
    }
  }

  private void notifyUserSites(List<UnsentSchedule> unsent) throws SQLException {
    for (UnsentSchedule site : unsent) {
      notifyUserSites(site);
    }
  }

  /**
   * Sends a new schedule to the user-sites that do not follow it. The site is done once a round
   * finds nobody to notify: a notified user-site may live on a node that does not know the new site
   * yet.
   */
  private void notifyUserSites(UnsentSchedule site) throws SQLException {
    long sent = 0;
    Instant logAt = clock.instant().plus(LOG_EVERY);
    UserSitePage page = store.page(site.site(), "", PAGE);
    while (page.last() != null) {
      notifyOwners(page.notFollowing());
      sent += page.notFollowing().size();
      if (!clock.instant().isBefore(logAt)) {
        LOG.info("Site {}: new schedule sent to {} user-sites so far", site.site(), sent);
        logAt = clock.instant().plus(LOG_EVERY);
      }
      page = store.page(site.site(), page.last(), PAGE);
    }
    if (sent == 0) {
      store.markScheduleSent(site);
    } else {
      LOG.info("Site {}: new schedule sent to {} user-sites", site.site(), sent);
      pause(site);
    }
  }

  /** Notifies owners. One that does not answer does not hold up the others. */
  private void notifyOwners(List<String> owners) {
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    BatchedAsk.askAll(
        owners,
        owner ->
            define
                .apply(owner)
                .exceptionally(
                    fault -> {
                      faults.add(fault);
                      return null;
                    }));
    if (!owners.isEmpty() && faults.size() == owners.size()) {
      throw new CompletionException(faults.get(0));
    }
    if (!faults.isEmpty()) {
      LOG.warn(
          "{} user-sites did not answer to their new schedule; it is sent again",
          faults.size(),
          faults.get(0));
    }
  }

  /** Waits longer each time, in case a user-site never follows. */
  private void pause(UnsentSchedule site) {
    NoticePause last = pauses.get(site.site());
    int notices = last != null && last.changes() == site.changes() ? last.notices() + 1 : 1;
    pauses.put(site.site(), NoticePause.after(site.changes(), notices));
  }

  private boolean isNoticeDue(UnsentSchedule site) {
    NoticePause pause = pauses.get(site.site());
    return pause == null || pause.isOver(site);
  }

  @Override
  public void close() {
    refreshThread.close();
    noticeThread.close();
  }
}
