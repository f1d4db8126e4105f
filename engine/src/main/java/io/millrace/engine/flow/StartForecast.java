package io.millrace.engine.flow;

import io.millrace.engine.flow.PoolState.PoolSystem;
import io.millrace.engine.flow.PoolWaits.SystemLoad;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.task.Blocker;
import io.millrace.engine.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Estimates when waiting tasks start. It plays the pool on, many times, with run times that were
 * measured and with the pool's own choice of systems. In half of the plays the queues are as they
 * are. In the others every system that was busy lately gets more tasks for ever. The median of all
 * is the likely start; nine of ten starts of the second half are earlier than the late one.
 */
public final class StartForecast {
  private static final int PLAYS = 24;
  private static final double HALF = 0.5;
  private static final double LATE = 0.9;

  /** Always the same: an estimate changes only if the pool does. */
  private static final long SEED = 20_220_105;

  /** These blockers have no predictable end. */
  private static final Set<Blocker> WITHOUT_END =
      EnumSet.of(
          Blocker.POOL_MISSING,
          Blocker.POOL_STARTING,
          Blocker.POOL_PAUSED,
          Blocker.SYSTEM_PAUSED,
          Blocker.NO_SHARE,
          Blocker.NO_WORKER,
          Blocker.NO_WORKER_FOR_SECRETS,
          Blocker.REQUEST_UNKNOWN);

  /**
   * Tasks that wait together.
   *
   * @param slots how many tasks can run at once, as far as their workers go
   * @param alone whether their workers run nothing else
   */
  private record Group(int place, int slots, boolean alone) {}

  private final PoolConfig config;
  private final int[] waiting;
  private final List<SystemLoad> loads;
  private final long[][] ran;

  private StartForecast(PoolConfig config, List<PoolSystem> systems, List<SystemLoad> loads) {
    this.config = config;
    this.waiting = systems.stream().mapToInt(PoolSystem::waiting).toArray();
    this.loads = loads;
    long[] all = sorted(loads.stream().flatMap(load -> load.ranMillis().stream()).toList());
    this.ran =
        loads.stream()
            .map(load -> load.ranMillis().isEmpty() ? all : sorted(load.ranMillis()))
            .toArray(long[][]::new);
  }

  private static long[] sorted(List<Long> times) {
    return times.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /**
   * Estimates the tasks that a pool was asked for.
   *
   * @param queues the queues of these tasks
   */
  public static Map<UUID, StartOutlook> of(PoolState state, Map<UUID, String> queues) {
    Map<UUID, StartOutlook> outlooks = new HashMap<>();
    PoolWaits waits = state.waits();
    if (waits == null) {
      return outlooks;
    }
    Map<Group, List<WaitState>> groups = new HashMap<>();
    StartForecast forecast =
        state.exists() && waits.loads().size() == state.systems().size()
            ? new StartForecast(state.config(), state.systems(), waits.loads())
            : null;
    for (WaitState task : waits.tasks()) {
      UUID uid = task.attemptUid();
      if (WITHOUT_END.contains(task.blocker()) || forecast == null) {
        outlooks.put(uid, StartOutlook.unknown(task.blocker().text()));
      } else if (task.blocker() == Blocker.ABOUT_TO_START) {
        outlooks.put(uid, StartOutlook.NOW);
      } else if (task.before() >= PoolWaits.MOST_COUNTED) {
        outlooks.put(uid, StartOutlook.TOO_FAR_BACK);
      } else {
        Group group = forecast.group(task, queues.getOrDefault(uid, Task.NODES));
        groups.computeIfAbsent(group, found -> new ArrayList<>()).add(task);
      }
    }
    if (forecast != null) {
      groups.forEach((group, tasks) -> outlooks.putAll(forecast.estimate(group, tasks)));
    }
    return outlooks;
  }

  private Group group(WaitState task, String queue) {
    boolean remote = !queue.equals(Task.NODES) && !queue.equals(Task.CALLER);
    int slots = Math.max(task.capacity(), 1);
    return new Group(
        config.systemIndex(task.system()), slots, remote && slots < config.maxConcurrency());
  }

  private Map<UUID, StartOutlook> estimate(Group group, List<WaitState> tasks) {
    Map<UUID, StartOutlook> outlooks = new HashMap<>();
    if (ran[group.place()].length == 0) {
      tasks.forEach(task -> outlooks.put(task.attemptUid(), StartOutlook.NOT_MEASURED));
      return outlooks;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    int most = tasks.stream().mapToInt(WaitState::before).max().orElse(0);
    long[][] all = new long[2 * PLAYS][];
    for (int play = 0; play < all.length; play++) {
      all[play] = play(group, most, play >= PLAYS, random);
    }
    long[][] busy = Arrays.copyOfRange(all, PLAYS, all.length);
    for (WaitState task : tasks) {
      long likely = quantile(all, task.before(), HALF);
      long late = Math.max(quantile(busy, task.before(), LATE), likely);
      outlooks.put(
          task.attemptUid(),
          likely < 0
              ? StartOutlook.NOT_MEASURED
              : StartOutlook.of(Duration.ofMillis(likely), Duration.ofMillis(late)));
    }
    return outlooks;
  }

  private static long quantile(long[][] plays, int before, double share) {
    long[] starts = Arrays.stream(plays).mapToLong(play -> play[before]).sorted().toArray();
    return starts[(int) Math.min(starts.length - 1L, Math.round(share * starts.length))];
  }

  /** The starts of the system of a group in one play. */
  private long[] play(Group group, int most, boolean busy, SplittableRandom random) {
    int[] queues = new int[waiting.length];
    for (int place = 0; place < queues.length; place++) {
      boolean own = place == group.place();
      if (own) {
        queues[place] = Math.max(waiting[place], most + 1);
      } else if (!group.alone()) {
        boolean goesOn = busy && (loads.get(place).busy() || waiting[place] > 0);
        queues[place] = goesOn ? Integer.MAX_VALUE : waiting[place];
      }
    }
    PoolProjection play =
        new PoolProjection(
            config,
            group.slots(),
            queues,
            place -> ran[place][random.nextInt(ran[place].length)],
            draw -> random.nextInt(draw) + 1);
    for (int place = 0; place < queues.length; place++) {
      if (place == group.place() || !group.alone()) {
        for (long elapsed : loads.get(place).runningMillis()) {
          play.addRun(place, left(ran[place], elapsed, random));
        }
      }
    }
    return play.starts(group.place(), most + 1);
  }

  /** How long a task still runs: as one that ran longer, or anything if none did. */
  private static long left(long[] ran, long elapsed, SplittableRandom random) {
    int longer = Arrays.binarySearch(ran, elapsed);
    int first = longer < 0 ? -longer - 1 : longer;
    return first < ran.length
        ? ran[first + random.nextInt(ran.length - first)] - elapsed
        : (long) (ran[random.nextInt(ran.length)] * random.nextDouble());
  }
}
