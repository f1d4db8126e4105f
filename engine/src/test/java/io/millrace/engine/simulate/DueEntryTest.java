package io.millrace.engine.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.FreshSchedule;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DueEntryTest {
  private static final Instant FROM = SimulationKit.DAY;
  private static final Duration WITHIN = Duration.ofHours(6);
  private static final Policy FRESH = Policy.of(FreshSchedule.of(WITHIN), Duration.ofMinutes(10));
  private static final Policy HOURLY =
      Policy.of(new IntervalSchedule(Duration.ofHours(1), FROM), Duration.ofMinutes(10));

  private static DueEntry booked(Instant at) {
    return new DueEntry(at, 0, false, null, null);
  }

  private static DueEntry succeeded(Instant at) {
    return new DueEntry(null, 0, false, null, at);
  }

  @Test
  void aBookingIsKeptWhileItHolds() {
    Instant later = FROM.plusSeconds(5);
    Booking planned = Booking.planned(later);
    assertThat(booked(later).booking(Basis.NOW, HOURLY, FROM, 1)).isEqualTo(planned);
    assertThat(booked(later).booking(Basis.FUTURE, HOURLY, FROM, 1)).isEqualTo(planned);
    assertThat(booked(later).booking(Basis.PAST, HOURLY, FROM, 1)).isEqualTo(Booking.NONE);
    Instant earlier = FROM.minusSeconds(5);
    assertThat(booked(earlier).booking(Basis.FUTURE, HOURLY, FROM, 1)).isEqualTo(Booking.NONE);
    assertThat(new DueEntry(later, 2, false, null, null).booking(Basis.NOW, HOURLY, FROM, 1))
        .isEqualTo(Booking.retry(later));
  }

  @Test
  void aSeriesThatKeepsDataFreshGoesOnFromAKnownTime() {
    Instant known = FROM.plus(Duration.ofHours(33)).plusMillis(7);
    Booking first = Booking.planned(FROM.plus(Duration.ofHours(3)).plusMillis(7));
    assertThat(booked(known).booking(Basis.PAST, FRESH, FROM, 1)).isEqualTo(first);
    assertThat(succeeded(known).booking(Basis.PAST, FRESH, FROM, 1)).isEqualTo(first);
    Instant before = FROM.minus(Duration.ofHours(9)).plusMillis(7);
    assertThat(booked(before).booking(Basis.FUTURE, FRESH, FROM, 1)).isEqualTo(first);
    assertThat(booked(FROM).booking(Basis.PAST, FRESH, FROM, 1)).isEqualTo(Booking.planned(FROM));
  }

  @ParameterizedTest
  @EnumSource(
      value = Basis.class,
      names = {"PAST", "FUTURE"})
  void whatIsNotKnownIsSpreadOverTheInterval(Basis basis) {
    int[] byHour = new int[6];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 6_000; i++) {
      Instant at = DueEntry.NONE.booking(basis, FRESH, FROM, random.nextLong()).at();
      assertThat(at).isBetween(FROM, FROM.plus(WITHIN).minusMillis(1));
      byHour[(int) Duration.between(FROM, at).toHours()]++;
    }
    assertThat(Arrays.stream(byHour).min().orElseThrow()).isGreaterThan(850);
  }

  @Test
  void whatIsLateNowIsDueAtOnce() {
    assertThat(DueEntry.NONE.booking(Basis.NOW, FRESH, FROM, 1)).isEqualTo(Booking.planned(FROM));
    assertThat(succeeded(FROM.minus(Duration.ofHours(1))).booking(Basis.NOW, FRESH, FROM, 1))
        .isEqualTo(Booking.planned(FROM.plus(Duration.ofHours(5))));
  }

  @Test
  void nothingIsBookedForWhatIsDisabled() {
    DueEntry disabled = new DueEntry(null, 0, true, null, null);
    assertThat(disabled.booking(Basis.NOW, FRESH, FROM, 1)).isEqualTo(Booking.NONE);
    assertThat(disabled.booking(Basis.FUTURE, FRESH, FROM, 1)).isEqualTo(Booking.NONE);
  }
}
