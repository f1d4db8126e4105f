package io.millrace.engine.fresh;

import io.millrace.engine.fresh.Freshness.Before;
import io.millrace.engine.fresh.Freshness.Verdict;
import io.millrace.engine.fresh.SourceTrend.RecentEnd;
import io.millrace.engine.fresh.SourceTrend.RecentTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A day of one site, minute by minute. Each user-site is refreshed every four hours, with retries,
 * and judged only when its verdict says so. From some time on, refreshes fail or do not start.
 */
final class SimulatedOutage {
  enum Kind {
    REFRESHES_FAIL,
    NOTHING_STARTS,
    NONE
  }

  private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");
  private static final int USER_SITES = 120;
  private static final int EVERY = 240;
  private static final int DAY = 24 * 60;
  private static final List<Integer> RETRIES = List.of(5, 10, 20);
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LOOK_AHEAD = Duration.ofHours(1);
  private static final double FAILS_ALWAYS = 0.05;

  /** How far ahead a breach has to be announced, and how long an outage may go unseen. */
  private static final int AHEAD = 30;

  private static final int TO_NOTICE = 15;
  private static final int TRENDS_KEPT = 2;
  private static final int NEWEST = 200;

  private final Kind kind;
  private final Random random;
  private final int outageAt;
  private final int outageEnd;
  private final List<RecentTask> tasks = new ArrayList<>();
  private int minute;
  private int trendOf = -TRENDS_KEPT;
  private SourceTrend trend = new SourceTrend(Duration.ZERO, false, false);
  private int foreseeable;
  private int announced;
  private int successes;
  private int alarms;

  private SimulatedOutage(Kind kind, long seed) {
    this.kind = kind;
    this.random = new Random(seed);
    this.outageAt = EVERY * 2 + random.nextInt(EVERY);
    this.outageEnd = kind == Kind.NONE ? outageAt : outageAt + 60 + random.nextInt(EVERY * 2);
  }

  static SimulatedOutage run(Kind kind, long seed) {
    SimulatedOutage outage = new SimulatedOutage(kind, seed);
    List<UserSiteLife> all = new ArrayList<>();
    for (int i = 0; i < USER_SITES; i++) {
      all.add(outage.new UserSiteLife("us" + i));
    }
    for (outage.minute = 0; outage.minute < DAY; outage.minute++) {
      all.forEach(UserSiteLife::live);
    }
    return outage;
  }

  /** Breaches that could be announced: the outage had begun early enough. */
  int foreseeable() {
    return foreseeable;
  }

  int announced() {
    return announced;
  }

  int successes() {
    return successes;
  }

  int alarms() {
    return alarms;
  }

  private boolean isOut() {
    return minute >= outageAt && minute < outageEnd;
  }

  private static Instant at(int minute) {
    return MIDNIGHT.plus(Duration.ofMinutes(minute));
  }

  private SourceTrend trend() {
    if (minute >= trendOf + TRENDS_KEPT) {
      trend =
          SourceTrend.of(
              tasks.subList(Math.max(0, tasks.size() - NEWEST), tasks.size()), at(minute));
      trendOf = minute;
    }
    return trend;
  }

  private final class UserSiteLife {
    private final String name;
    private final FreshPromise promise;
    private int nextPlanned;
    private @Nullable Integer retryAt;
    private int retries;
    private int task = -1;
    private int endsAt;
    private boolean failed;
    private int lastSuccess;
    private boolean broken;
    private @Nullable Integer atRiskSince;
    private Verdict verdict;

    UserSiteLife(String name) {
      this.name = name;
      this.nextPlanned = random.nextInt(EVERY);
      this.promise = FreshPromise.of(Duration.ofMinutes(EVERY + 10 + random.nextInt(80)));
      this.verdict = new Verdict(FreshState.FRESH, at(0), lookAt());
    }

    private Instant lookAt() {
      return at(lastSuccess).plus(promise.within()).minus(Freshness.lead(promise, LOOK_AHEAD));
    }

    void live() {
      work();
      int staleAt = lastSuccess + (int) promise.within().toMinutes();
      if (!broken && minute >= staleAt) {
        broken = true;
        if (kind != Kind.NONE
            && outageAt + TO_NOTICE + AHEAD <= staleAt
            && outageEnd > staleAt - AHEAD) {
          foreseeable++;
          announced += atRiskSince != null && atRiskSince <= staleAt - AHEAD ? 1 : 0;
        }
      }
      if (verdict.nextAt() != null && !at(minute).isBefore(verdict.nextAt())) {
        judge();
      }
    }

    private void work() {
      if (task >= 0) {
        RecentTask open = tasks.get(task);
        if (open.startedAt() == null && !(isOut() && kind == Kind.NOTHING_STARTS)) {
          tasks.set(task, new RecentTask(name, RecentEnd.OPEN, open.createdAt(), at(minute), null));
          endsAt = minute + 1 + random.nextInt(3);
        } else if (open.startedAt() != null && minute >= endsAt) {
          end(open);
        }
      } else if (minute >= nextPlanned || retryAt != null && minute >= retryAt) {
        while (nextPlanned <= minute) {
          nextPlanned += EVERY;
        }
        retryAt = null;
        task = tasks.size();
        tasks.add(new RecentTask(name, RecentEnd.OPEN, at(minute), null, null));
      }
    }

    private void end(RecentTask open) {
      failed = isOut() && kind == Kind.REFRESHES_FAIL || random.nextDouble() < FAILS_ALWAYS;
      RecentEnd end = failed ? RecentEnd.FAILURE : RecentEnd.SUCCESS;
      tasks.set(task, new RecentTask(name, end, open.createdAt(), open.startedAt(), at(minute)));
      task = -1;
      if (failed) {
        int at = minute + (retries < RETRIES.size() ? RETRIES.get(retries) : DAY);
        boolean fits = at + TIMEOUT.toMinutes() < nextPlanned;
        retryAt = fits ? Integer.valueOf(at) : null;
        retries = fits ? retries + 1 : 0;
        return;
      }
      successes++;
      retries = 0;
      lastSuccess = minute;
      broken = false;
      atRiskSince = null;
      verdict = new Verdict(FreshState.FRESH, at(minute), lookAt());
    }

    private void judge() {
      Freshness freshness = new Freshness(promise, at(0), at(lastSuccess), null, null, null);
      Before before = new Before(verdict.state(), verdict.since());
      Verdict next = freshness.judge(before, outlook(), LOOK_AHEAD, at(minute));
      if (next.state() == FreshState.AT_RISK && verdict.state() == FreshState.FRESH) {
        atRiskSince = minute;
        alarms++;
      }
      verdict = next;
    }

    private RefreshOutlook outlook() {
      SourceTrend of = trend();
      RecentTask open = task < 0 ? null : tasks.get(task);
      Instant started = open == null ? null : open.startedAt();
      return new RefreshOutlook(
          at(retryAt == null ? nextPlanned : Math.min(retryAt, nextPlanned)),
          null,
          open == null ? null : open.createdAt(),
          started == null ? null : started.plus(TIMEOUT),
          of.typical(),
          null,
          of.failing() || of.stuck() || failed);
    }
  }
}
