package io.millrace.engine.simulate;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known about the next refresh of an owner: its row of the due index, and its promise.
 *
 * @param at the booked time; absent if nothing is booked
 * @param retry the number of attempts before a booked retry; else 0
 * @param within how old its data may be; absent if nothing is promised
 * @param lastSuccess absent if none is known
 */
record DueEntry(
    @Nullable Instant at,
    int retry,
    boolean isDisabled,
    @Nullable Duration within,
    @Nullable Instant lastSuccess) {
  static final DueEntry NONE = new DueEntry(null, 0, false, null, null);

  /**
   * The booking with which a simulation begins. A present one is kept if it still holds then. A
   * schedule that follows the last success has no times of its own, so its series goes on from a
   * known time.
   *
   * @param key the number that stands for the owner
   * @return {@link Booking#NONE} if the schedule alone says when
   */
  Booking booking(Basis basis, Policy policy, Instant from, long key) {
    if (isDisabled && basis != Basis.PAST) {
      return Booking.NONE;
    }
    boolean holds =
        switch (basis) {
          case NOW -> true;
          case FUTURE -> at != null && !at.isBefore(from); // an earlier one is over by then
          case PAST -> false;
        };
    if (at != null && holds) {
      return retry > 0 ? Booking.retry(at) : Booking.planned(at);
    }
    if (!(policy.schedule() instanceof FreshSchedule fresh)) {
      return Booking.NONE;
    }
    if (holds) {
      return Booking.planned(policy.after(lastSuccess).firstPlanned(from));
    }
    Instant known = at == null ? lastSuccess : at;
    Instant any = Instant.ofEpochMilli(key); // nothing is known: spread by chance
    return Booking.planned(fresh.inSeriesOf(known == null ? any : known, from));
  }
}
