package io.millrace.engine.simulate;

import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.UserSiteFacts;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.refresh.DisabledState;
import io.millrace.engine.refresh.PlanMinuteDecision;
import io.millrace.engine.refresh.RefreshHealth;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All user-sites and collections of a simulation. Idle ones are a row of numbers. {@link #load}
 * makes a {@link UserSite} of it for a decision. Those with an open attempt are kept whole.
 *
 * <p>The list of past decisions is not kept: no rule reads it.
 */
public final class VirtualUserSites {
  /** No time. */
  static final long NONE = Long.MIN_VALUE;

  private static final int RETRY = 1;
  private static final int DISABLED = 2;
  private static final int WARNED = 4;
  private static final int BY_HAND = 8;
  private static final int MIGRATING = 16;
  private static final int IN_DIRECTORY = 32;
  private static final int STATUS_SHIFT = 6;

  private static final ConnectionStatus[] STATUSES = ConnectionStatus.values();
  private static final DisabledState WAS_DISABLED = new DisabledState(Instant.EPOCH, "", null);

  private final List<RefreshDefinition> definitions;
  private final Map<Integer, UserSite> open = new HashMap<>();
  private int[] definitionOf = new int[1_024];
  private int[] userOf = new int[1_024];
  private int[] flags = new int[1_024];
  private int[] attemptNo = new int[1_024];
  private long[] keys = new long[1_024];
  private long[] refreshAt = new long[1_024];
  private long[] lastRefresh = new long[1_024];
  private long[] failingSince = new long[1_024];
  private long[] lastPlan = new long[1_024];
  private long[] toldRefresh = new long[1_024];
  private long[] mfaAt = new long[1_024];
  private int size;

  /** By row; shorter than the table if the last rows, or all, have no promise. */
  private long[] within = {};

  private long[] lastSuccess = {};

  public VirtualUserSites(List<RefreshDefinition> definitions) {
    this.definitions = List.copyOf(definitions);
  }

  /**
   * Adds a user-site, or a collection. It is idle, and nothing is booked.
   *
   * @param user its number; -1 for a collection
   * @param facts absent for a collection
   * @param key the number that stands for its owner
   */
  public int add(int definition, int user, @Nullable UserSiteFacts facts, long key) {
    if (size == definitionOf.length) {
      grow(2 * size);
    }
    definitionOf[size] = definition;
    userOf[size] = user;
    keys[size] = key;
    refreshAt[size] = NONE;
    lastRefresh[size] = NONE;
    failingSince[size] = NONE;
    lastPlan[size] = NONE;
    toldRefresh[size] = facts == null ? NONE : millis(facts.lastRefresh());
    mfaAt[size] = facts == null ? NONE : millis(facts.lastMfaRequiredAt());
    flags[size] =
        facts == null
            ? 0
            : IN_DIRECTORY
                | (facts.migrating() ? MIGRATING : 0)
                | facts.status().ordinal() << STATUS_SHIFT;
    return size++;
  }

  private void grow(int length) {
    definitionOf = Arrays.copyOf(definitionOf, length);
    userOf = Arrays.copyOf(userOf, length);
    flags = Arrays.copyOf(flags, length);
    attemptNo = Arrays.copyOf(attemptNo, length);
    keys = Arrays.copyOf(keys, length);
    refreshAt = Arrays.copyOf(refreshAt, length);
    lastRefresh = Arrays.copyOf(lastRefresh, length);
    failingSince = Arrays.copyOf(failingSince, length);
    lastPlan = Arrays.copyOf(lastPlan, length);
    toldRefresh = Arrays.copyOf(toldRefresh, length);
    mfaAt = Arrays.copyOf(mfaAt, length);
  }

  /** What the due index says about an idle row. */
  void book(int row, Booking booking, int no, boolean isDisabled) {
    refreshAt[row] = millis(booking.at());
    setFlag(row, RETRY, booking.reason() == TaskReason.RETRY);
    setFlag(row, DISABLED, isDisabled);
    attemptNo[row] = no;
  }

  /**
   * Promises that the data of a row is never older than that.
   *
   * @param success the last known one; absent if none is known
   */
  public void promise(int row, Duration fresh, @Nullable Instant success) {
    if (row >= within.length) {
      int before = within.length;
      within = Arrays.copyOf(within, definitionOf.length);
      lastSuccess = Arrays.copyOf(lastSuccess, definitionOf.length);
      Arrays.fill(lastSuccess, before, lastSuccess.length, NONE);
    }
    within[row] = Math.max(1, fresh.toMillis());
    lastSuccess[row] = millis(success);
  }

  boolean hasPromises() {
    return within.length > 0;
  }

  /** How old its data may be, in milliseconds; 0 if nothing is promised. */
  long within(int row) {
    return row < within.length ? within[row] : 0;
  }

  /** {@link #NONE} if none is known. */
  long lastSuccess(int row) {
    return row < lastSuccess.length ? lastSuccess[row] : NONE;
  }

  void succeeded(int row, long now) {
    if (row < lastSuccess.length) {
      lastSuccess[row] = now;
    }
  }

  public int size() {
    return size;
  }

  RefreshDefinition definition(int row) {
    return definitions.get(definitionOf[row]);
  }

  int definitionNumber(int row) {
    return definitionOf[row];
  }

  List<RefreshDefinition> definitions() {
    return definitions;
  }

  /** -1 for a collection. */
  int user(int row) {
    return userOf[row];
  }

  long key(int row) {
    return keys[row];
  }

  /** {@link #NONE} if nothing is booked. */
  long refreshAt(int row) {
    return refreshAt[row];
  }

  boolean isDisabled(int row) {
    return hasFlag(row, DISABLED);
  }

  /** Absent for a collection. */
  @Nullable UserSiteFacts facts(int row) {
    return hasFlag(row, IN_DIRECTORY)
        ? new UserSiteFacts(
            STATUSES[flags[row] >>> STATUS_SHIFT],
            hasFlag(row, MIGRATING),
            instant(toldRefresh[row]),
            instant(mfaAt[row]))
        : null;
  }

  UserSite load(int row) {
    UserSite whole = open.get(row);
    if (whole != null) {
      return whole;
    }
    Instant plan = instant(lastPlan[row]);
    return UserSite.NEW.toBuilder()
        .schedule(definition(row).collection().policy().scheduleText())
        .refreshAt(instant(refreshAt[row]))
        .refreshReason(hasFlag(row, RETRY) ? TaskReason.RETRY : TaskReason.SCHEDULE)
        .attemptNo(attemptNo[row])
        .disabled(hasFlag(row, DISABLED) ? WAS_DISABLED : null)
        .health(
            new RefreshHealth(
                instant(lastRefresh[row]), instant(failingSince[row]), hasFlag(row, WARNED)))
        .lastPlan(plan == null ? null : new PlanMinuteDecision(plan, null))
        .byHand(hasFlag(row, BY_HAND))
        .build();
  }

  void store(int row, UserSite site) {
    refreshAt[row] = millis(site.refreshAt());
    setFlag(row, DISABLED, site.disabled() != null);
    if (site.attempt() != null) {
      open.put(row, site.toBuilder().decisions(List.of()).build());
      return;
    }
    open.remove(row);
    attemptNo[row] = site.attemptNo();
    lastRefresh[row] = millis(site.health().lastRefresh());
    failingSince[row] = millis(site.health().failingSince());
    PlanMinuteDecision plan = site.lastPlan();
    lastPlan[row] = plan == null ? NONE : plan.plannedAt().toEpochMilli();
    setFlag(row, RETRY, site.refreshReason() == TaskReason.RETRY);
    setFlag(row, WARNED, site.health().warned());
    setFlag(row, BY_HAND, site.byHand());
  }

  private boolean hasFlag(int row, int flag) {
    return (flags[row] & flag) != 0;
  }

  private void setFlag(int row, int flag, boolean value) {
    flags[row] = value ? flags[row] | flag : flags[row] & ~flag;
  }

  static @Nullable Instant instant(long millis) {
    return millis == NONE ? null : Instant.ofEpochMilli(millis);
  }

  static long millis(@Nullable Instant time) {
    return time == null ? NONE : time.toEpochMilli();
  }
}
