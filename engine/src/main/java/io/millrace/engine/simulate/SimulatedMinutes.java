package io.millrace.engine.simulate;

import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.flywheel.UserRule;
import io.millrace.engine.flywheel.VirtualPlan;
import io.millrace.engine.simulate.EventQueue.EventKind;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The minutes of the daily plan in a simulation. */
final class SimulatedMinutes {
  private static final int MINUTES_OF_DAY = 1_440;

  private final FlywheelSettings settings;
  private final SimulatedWorld.Refreshes world;
  private final SimulatedRefreshes refreshes;
  private final EventQueue events;
  private final SimulationTally tally;
  private final Instant from;
  private @Nullable VirtualPlan laidOut;

  SimulatedMinutes(
      SimulatedWorld world,
      SimulatedRefreshes refreshes,
      EventQueue events,
      SimulationTally tally) {
    this.settings = world.rules().flywheel();
    this.world = world.refreshes();
    this.refreshes = refreshes;
    this.events = events;
    this.tally = tally;
    this.from = world.time().from();
  }

  /** Books the first whole minute. */
  void bookFirst() {
    long passed = Math.floorMod(from.toEpochMilli(), MinuteSeries.MINUTE);
    book(passed == 0 ? 0 : 1);
  }

  private void book(int number) {
    events.add(minute(number).toEpochMilli(), EventKind.MINUTE, number);
  }

  /**
   * @param number of the minute, from the one in which the virtual clock started
   */
  private Instant minute(int number) {
    long first = Math.floorDiv(from.toEpochMilli(), MinuteSeries.MINUTE);
    return Instant.ofEpochMilli((first + number) * MinuteSeries.MINUTE);
  }

  /** Runs a minute, and books the next one. */
  void run(int number, Instant now) {
    book(number + 1);
    Instant minute = minute(number);
    if (!settings.enabled()) {
      return;
    }
    int[] users = plan(minute).users((int) (minute.getEpochSecond() / 60 % MINUTES_OF_DAY));
    if (users.length > 0 && settings.isTooOld(minute, now)) {
      tally.missedMinute();
      return;
    }
    TaskReason reason = VirtualPlan.reason(minute, now);
    VirtualDirectory directory = world.directory();
    for (int user : users) {
      Optional<UserRule> rule = UserRule.firstThatSkips(directory.planned(user), settings, now);
      if (rule.isPresent()) {
        tally.skipped(rule.get().text());
        continue;
      }
      for (int row = directory.firstRow(user); row < directory.endRow(user); row++) {
        refreshes.refresh(row, reason, minute, now);
      }
    }
  }

  /** Only the first day may have a stored plan. All others are planned alike. */
  private VirtualPlan plan(Instant minute) {
    VirtualPlan stored = world.storedPlan();
    if (stored != null && day(minute).equals(day(from))) {
      return stored;
    }
    VirtualPlan made = laidOut;
    if (made == null) {
      made = VirtualPlan.of(settings, world.directory().byClient());
      laidOut = made;
    }
    return made;
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }
}
