package io.millrace.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.due.DueStore.DueOwner;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When the waker wakes up itself. */
class WakerTimerTest extends WakerTestBase {

  @Test
  void itSleepsUntilTheFirstOwnerIsDue() {
    due("first", 137);
    due("second", 138);
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(137)));
    assertThat(alarm.times()).doesNotContain(noon.plusMillis(138));
    pass(Duration.ofMillis(137));
    assertThat(woken()).isEqualTo("first");
    await().until(() -> alarm.times().contains(noon.plusMillis(138)));
    pass(Duration.ofMillis(1));
    assertThat(woken()).isEqualTo("second");
  }

  @Test
  void withNothingDueItOnlyReadsTheIndexAgain() {
    spawn(10);
    await().until(() -> alarm.times().equals(List.of(noon.plusMillis(500))));
    pass(Duration.ofMillis(500));
    await().until(() -> alarm.times().equals(List.of(noon.plusMillis(1_000))));
    assertThat(firstPages.get()).isEqualTo(2);
  }

  @Test
  void aHintBringsABookingInTimeThatIsEarlierThanTheNextRead() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    pass(Duration.ofMillis(100));
    due("retry", 100);
    waker.tell(new Waker.BookedSoon(noon.plusMillis(100).toEpochMilli()));
    assertThat(woken()).isEqualTo("retry");
    due("soon", 300);
    waker.tell(new Waker.BookedSoon(noon.plusMillis(300).toEpochMilli()));
    await().until(() -> alarm.times().contains(noon.plusMillis(250)));
    pass(Duration.ofMillis(150));
    await().until(() -> alarm.times().contains(noon.plusMillis(300)));
    pass(Duration.ofMillis(50));
    assertThat(woken()).isEqualTo("soon");
  }

  @Test
  void aLostHintCostsHalfASecond() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    due("unannounced", 100);
    pass(Duration.ofMillis(499));
    silent();
    pass(Duration.ofMillis(1));
    assertThat(woken()).isEqualTo("unannounced");
  }

  @Test
  void manyHintsShareARead() {
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    for (int i = 0; i < 1_000; i++) {
      waker.tell(new Waker.BookedSoon(noon.toEpochMilli()));
    }
    await().until(() -> alarm.times().contains(noon.plusMillis(50)));
    assertThat(firstPages.get()).isEqualTo(1);
    pass(Duration.ofMillis(50));
    await().until(() -> firstPages.get() == 2);
  }

  @Test
  void aClockThatIsPutForwardWakesWhatIsDueThen() {
    due("tomorrow", 86_400_000);
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    pass(Duration.ofDays(1));
    assertThat(woken()).isEqualTo("tomorrow");
  }

  @Test
  void aClockThatIsSetBackDoesNotKeepItAsleep() {
    due("deaf", 0);
    spawn(10);
    calls.receiveMessage();
    await().until(() -> alarm.times().contains(noon.plusMillis(500)));
    alarm.setBack(Duration.ofHours(1));
    due("earlier", -3_598_000);
    pass(Duration.ofMillis(500)); // what it waited for rings, and it notices
    await().until(() -> alarm.times().contains(noon.minusSeconds(3_599)));
    pass(Duration.ofMillis(500));
    await().until(() -> alarm.times().contains(noon.minusSeconds(3_598)));
    pass(Duration.ofSeconds(1));
    assertThat(woken()).isEqualTo("earlier");
  }

  @Test
  void aHundredThousandThatAreDueAtOnceAreEachWokenOnce() {
    int all = 100_000;
    for (int i = 0; i < all; i++) {
      due("s%05d".formatted(i), 1_000);
    }
    spawn(1_000);
    await().until(() -> alarm.times().contains(noon.plusMillis(1_000)));
    pass(Duration.ofSeconds(1));
    Set<String> owners = new HashSet<>();
    for (int i = 0; i < all; i++) {
      WakeCall call = calls.receiveMessage();
      index.remove(new DueOwner(call.owner(), noon.plusMillis(1_000), null));
      call.answer();
      assertThat(owners.add(call.owner())).isTrue();
    }
    assertThat(furtherPages.get()).isEqualTo(all / PAGE);
    pass(Duration.ofSeconds(2));
    silent();
  }
}
