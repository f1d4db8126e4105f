package io.millrace.engine.bundle;

import io.millrace.engine.directory.Site;
import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fires that appear or disappear.
 *
 * @param objects what they belong to, at most 1,000
 * @param complete whether all fires were counted
 */
public record FireForecast(
    long appear, long disappear, boolean complete, List<ObjectFires> objects) {
  private static final int MOST_OBJECTS = 1_000;
  private static final int FIRST_FIRES = 5;

  /** Fires above this number that are due already are not counted. */
  private static final int MOST_DUE = 1_000;

  /**
   * The fires of one trigger, collection or site that appear or disappear.
   *
   * @param perFire how many refreshes one fire is
   */
  public record ObjectFires(
      String kind, String id, String name, long perFire, FireSample appear, FireSample disappear) {}

  /** How many fires, and the first of them. */
  public record FireSample(long count, List<Instant> first) {

    private static FireSample of(List<Instant> first, long count) {
      return new FireSample(count, List.copyOf(first));
    }
  }

  /** When something fires: the first time strictly after another one. */
  private interface Fires extends Function<Instant, Optional<Instant>> {
    Fires NONE = time -> Optional.empty();
  }

  static FireForecast of(
      TypedDefinitions before,
      TypedDefinitions after,
      Map<String, Long> userSites,
      FireWindow window) {
    ForecastBuilder builder = new ForecastBuilder(window);
    for (String id : ids(before.collections(), after.collections())) {
      builder.add(
          new ObjectFires("collection", id, id, 1, NO_FIRES, NO_FIRES),
          fires(before.collections().get(id)),
          fires(after.collections().get(id)),
          0);
    }
    for (String id : ids(before.sites(), after.sites())) {
      builder.add(
          new ObjectFires("site", id, id, userSites.getOrDefault(id, 0L), NO_FIRES, NO_FIRES),
          fires(before.sites().get(id)),
          fires(after.sites().get(id)),
          0);
    }
    for (String id : ids(before.jobs(), after.jobs())) {
      addTriggers(builder, before.jobs().get(id), after.jobs().get(id));
    }
    return builder.forecast();
  }

  private static final FireSample NO_FIRES = new FireSample(0, List.of());

  private static TreeSet<String> ids(Map<String, ?> before, Map<String, ?> after) {
    TreeSet<String> ids = new TreeSet<>(before.keySet());
    ids.addAll(after.keySet());
    return ids;
  }

  /** A text that is equal for equal fires, and the fires. */
  private record TimedFires(String text, Fires fires) {
    static final TimedFires NONE = new TimedFires("", Fires.NONE);
  }

  private static TimedFires fires(@Nullable SourceCollection collection) {
    return collection == null ? TimedFires.NONE : fires(collection.policy());
  }

  private static TimedFires fires(@Nullable Site site) {
    return site == null || site.maintenance() || !site.supported()
        ? TimedFires.NONE
        : fires(site.policy());
  }

  private static TimedFires fires(Policy policy) {
    return policy.schedule() == null
        ? TimedFires.NONE
        : new TimedFires(policy.scheduleText(), policy.schedule()::nextAfter);
  }

  private static TimedFires fires(@Nullable Job job, String name) {
    Trigger trigger = job == null || job.paused() ? null : job.trigger(name).orElse(null);
    return trigger == null
        ? TimedFires.NONE
        : new TimedFires(
            trigger.timing() + " from " + trigger.start(),
            time -> trigger.nextAfter(time.minus(trigger.offset())).map(trigger::dueAt));
  }

  private static void addTriggers(
      ForecastBuilder builder, @Nullable Job before, @Nullable Job after) {
    TreeSet<String> names = new TreeSet<>();
    for (Job job : Arrays.asList(before, after)) {
      if (job != null) {
        job.triggers().forEach(trigger -> names.add(trigger.name()));
      }
    }
    Job named = after == null ? before : after;
    for (String name : names) {
      if (named != null) {
        builder.add(
            new ObjectFires(
                "trigger",
                named.id() + "/" + name,
                named.jobName().text() + "/" + name,
                1,
                NO_FIRES,
                NO_FIRES),
            fires(before, name),
            fires(after, name),
            due(before, after, name, builder.window.from()));
      }
    }
  }

  /** A new trigger fires at once for its past, if it is to catch up. */
  private static int due(@Nullable Job before, @Nullable Job after, String name, Instant now) {
    boolean known = before != null && before.trigger(name).isPresent();
    Optional<Trigger> trigger =
        after == null || after.paused() ? Optional.empty() : after.trigger(name);
    return known
        ? 0
        : trigger
            .filter(it -> it.catchUp() != CatchUpMode.NONE)
            .map(it -> it.countDue(now, MOST_DUE))
            .orElse(0);
  }

  /** Adds up the objects. */
  private static final class ForecastBuilder {
    private final FireWindow window;
    private final List<ObjectFires> objects = new ArrayList<>();
    private long appear;
    private long disappear;

    ForecastBuilder(FireWindow window) {
      this.window = window;
    }

    /** Walks through both sequences at once; equal times are left out. */
    void add(ObjectFires object, TimedFires before, TimedFires after, int due) {
      if (before.text().equals(after.text()) && due == 0) {
        return;
      }
      List<Instant> gone = new ArrayList<>();
      List<Instant> added =
          new ArrayList<>(Collections.nCopies(Math.min(due, FIRST_FIRES), window.from()));
      long goneCount = 0;
      long addedCount = due;
      Instant old = window.next(before.fires(), null);
      Instant next = window.next(after.fires(), null);
      while (old != null || next != null) {
        if (old != null && (next == null || old.isBefore(next))) {
          note(gone, old);
          goneCount++;
          old = window.next(before.fires(), old);
        } else if (next != null && (old == null || next.isBefore(old))) {
          note(added, next);
          addedCount++;
          next = window.next(after.fires(), next);
        } else {
          old = old == null ? null : window.next(before.fires(), old);
          next = next == null ? null : window.next(after.fires(), next);
        }
      }
      appear += addedCount;
      disappear += goneCount;
      if (objects.size() < MOST_OBJECTS && addedCount + goneCount > 0) {
        objects.add(
            new ObjectFires(
                object.kind(),
                object.id(),
                object.name(),
                object.perFire(),
                FireSample.of(added, addedCount),
                FireSample.of(gone, goneCount)));
      }
    }

    private static void note(List<Instant> first, Instant time) {
      if (first.size() < FIRST_FIRES) {
        first.add(time);
      }
    }

    FireForecast forecast() {
      return new FireForecast(appear, disappear, window.isComplete(), objects);
    }
  }
}
