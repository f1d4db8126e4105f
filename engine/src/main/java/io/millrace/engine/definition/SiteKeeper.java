package io.millrace.engine.definition;

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
 * Keeps the node's sites up to date, and tells the user-sites whose site has another schedule than
 * they follow. One thread looks, another tells: that may take long, and new sites do not wait.
 */
public final class SiteKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteKeeper.class);
  private static final int PAGE = 1_000;
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);
  private static final int LONGEST_PAUSE = 60;

  /**
   * How many looks a site is left alone after its user-sites were told.
   *
   * @param changes what they were told of: anything newer is told at once
   */
  private record NoticePause(long changes, int length, int left) {
    boolean isOver(UnsentSchedule site) {
      return left == 0 || changes != site.changes();
    }

    NoticePause oneLess() {
      return new NoticePause(changes, length, Math.max(0, left - 1));
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
   * @param define tells a user-site that its site's schedule is another one
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
   * Loads the sites, or fails. To be done before there is any user-site on this node: one that does
   * not find its site would leave a refresh out.
   */
  public void load() {
    refreshThread.run(this::loadSites).toCompletableFuture().join();
  }

  /** Goes on watching. */
  public void start() {
    refreshThread.everySecond(this::refreshQuietly);
    noticeThread.everySecond(this::notifyUserSites);
  }

  /** Takes over what was saved since the last look. */
  public CompletionStage<Void> refresh() {
    return refreshThread.runOnce(this::refreshQuietly);
  }

  private void refreshQuietly() {
    try {
      loadSites();
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Could not look for new sites, the old ones stay in force: {}", fault.toString());
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
      List<UnsentSchedule> untold = store.unsentSchedules();
      pauses.keySet().retainAll(untold.stream().map(UnsentSchedule::site).toList());
      List<UnsentSchedule> now = untold.stream().filter(this::isNoticeDue).toList();
      pauses.replaceAll((site, pause) -> pause.oneLess());
      if (!now.isEmpty()) {
        refresh().toCompletableFuture().join();
        store.runExclusively(() -> notifyUserSites(now));
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.warn("Not every user-site heard of its schedule, telling it again: {}", fault.toString());
    }
  }

  private void notifyUserSites(List<UnsentSchedule> untold) throws SQLException {
    for (UnsentSchedule site : untold) {
      notifyUserSites(site);
    }
  }

  /**
   * It is done once there was nobody left to tell: who was told may live on a node that had not
   * heard of the site itself.
   */
  private void notifyUserSites(UnsentSchedule site) throws SQLException {
    long told = 0;
    Instant sayAt = clock.instant().plus(LOG_EVERY);
    UserSitePage page = store.page(site.site(), "", PAGE);
    while (page.last() != null) {
      notifyOwners(page.notFollowing());
      told += page.notFollowing().size();
      if (!clock.instant().isBefore(sayAt)) {
        LOG.info("Told {} user-sites of {} of its schedule so far", told, site.site());
        sayAt = clock.instant().plus(LOG_EVERY);
      }
      page = store.page(site.site(), page.last(), PAGE);
    }
    if (told == 0) {
      store.markScheduleSent(site);
    } else {
      LOG.info("Told {} user-sites of {} of its schedule", told, site.site());
      pause(site);
    }
  }

  /** One that does not answer does not keep the others from hearing it. */
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
          "{} user-sites did not hear of their schedule, telling them again: {}",
          faults.size(),
          faults.get(0).toString());
    }
  }

  /** Longer each time, should one not follow whatever it is told. */
  private void pause(UnsentSchedule site) {
    NoticePause last = pauses.get(site.site());
    boolean again = last != null && last.changes() == site.changes();
    int length = again ? Math.min(LONGEST_PAUSE, last.length() * 2 + 1) : 0;
    pauses.put(site.site(), new NoticePause(site.changes(), length, length));
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
