package io.millrace.engine.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.due.DueStore.DueOwner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom the waker wakes, and in which order. */
class WakerTest extends WakerTestBase {

  @Test
  void whatIsDueIsWokenInOrderAndWhatIsNotYetDueLater() {
    due("later", 1_000);
    due("second", -10);
    due("first", -5_000);
    due("now", 0);
    due("tomorrow", 86_400_000);
    spawn(10);
    assertThat(List.of(woken(), woken(), woken())).containsExactly("first", "second", "now");
    pass(Duration.ofMillis(900));
    silent();
    pass(Duration.ofMillis(100));
    assertThat(woken()).isEqualTo("later");
    pass(Duration.ofMinutes(1));
    silent();
  }

  @Test
  void neverAreMoreThanTheGivenNumberUnanswered() {
    for (int i = 0; i < 10; i++) {
      due("s" + i, -100 + i);
    }
    spawn(3);
    List<WakeCall> three =
        List.of(calls.receiveMessage(), calls.receiveMessage(), calls.receiveMessage());
    pass(Duration.ofSeconds(5));
    silent();
    dealtWith(three.get(1));
    assertThat(calls.receiveMessage().owner()).isEqualTo("s3");
    silent();
  }

  @Test
  void whoDidNotAnswerIsWokenAgainAfterAWhile() {
    due("deaf", 0);
    spawn(1);
    calls.receiveMessage();
    pass(Duration.ofMillis(9_999));
    silent();
    pass(Duration.ofMillis(501)); // the next read finds it
    assertThat(woken()).isEqualTo("deaf");
    pass(Duration.ofSeconds(30));
    silent();
  }

  @Test
  void whoNeverAnswersDoesNotHoldUpTheOthers() {
    due("deaf", -2);
    due("next", -1);
    spawn(1);
    assertThat(calls.receiveMessage().owner()).isEqualTo("deaf");
    pass(Duration.ofSeconds(1));
    pass(Duration.ofSeconds(10));
    assertThat(woken()).isEqualTo("next");
  }

  @Test
  void moreThanAPageIsWokenPageByPageEachOnce() {
    int all = 2 * PAGE + 1;
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      String owner = "s%05d".formatted(i);
      due(owner, -all + i);
      expected.add(owner);
    }
    spawn(100);
    List<String> owners = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      WakeCall call = calls.receiveMessage();
      index.remove(index.first());
      call.answer();
      owners.add(call.owner());
    }
    assertThat(owners).isEqualTo(expected);
    assertThat(furtherPages.get()).isEqualTo(2);
    pass(Duration.ofSeconds(2));
    silent();
  }

  @Test
  void anIndexThatCannotBeReadIsReadAgainSoonAndThenMoreAndMoreSlowly() {
    due("patient", 0);
    faults.set(2);
    spawn(10);
    await().until(() -> alarm.times().contains(noon.plusMillis(200)));
    pass(Duration.ofMillis(200));
    await().until(() -> alarm.times().contains(noon.plusMillis(600)));
    silent();
    pass(Duration.ofMillis(400));
    assertThat(woken()).isEqualTo("patient");
  }

  @Test
  void aFurtherPageThatCannotBeReadIsReadAgain() {
    for (int i = 0; i <= PAGE; i++) {
      due("s%05d".formatted(i), -PAGE + i);
    }
    spawn(1);
    for (int i = 0; i < PAGE - 2; i++) {
      calls.receiveMessage().answer();
    }
    faults.set(1); // the waker reads the next page when it wakes the last owner of this one
    calls.receiveMessage().answer();
    calls.receiveMessage().answer();
    // The fault may arrive after the clock was moved; the waker then waits from that time.
    WakeCall next =
        await()
            .ignoreExceptionsMatching(AssertionError.class::isInstance)
            .until(
                () -> {
                  pass(Duration.ofMillis(2_100));
                  return calls.receiveMessage(Duration.ofMillis(300));
                },
                call -> true);
    assertThat(next.owner()).isEqualTo("s%05d".formatted(PAGE));
  }

  @Test
  void whatBecomesDueWithinTheWindowAfterItWasReadIsFound() {
    due("far", 1_900);
    spawn(10);
    pass(Duration.ofMillis(100));
    silent();
    due("near", 1_000);
    pass(Duration.ofMillis(1_000));
    assertThat(woken()).isEqualTo("near");
    pass(Duration.ofMillis(900));
    assertThat(woken()).isEqualTo("far");
  }

  @Test
  void anOwnerThatIsDueAgainSoonIsWokenAgain() {
    due("often", 0);
    spawn(10);
    WakeCall call = calls.receiveMessage();
    index.clear();
    due("often", 1_000);
    call.answer();
    pass(Duration.ofSeconds(1));
    assertThat(woken()).isEqualTo("often");
  }

  @Test
  void withAClockThatIsNotRightNobodyIsWoken() {
    clockIsRight.set(false);
    index.add(new DueOwner("a", noon.minusSeconds(1), null));
    spawn(10);
    pass(Duration.ofSeconds(5));
    silent();
    clockIsRight.set(true);
    pass(Duration.ofMillis(100));
    assertThat(calls.receiveMessage().owner()).isEqualTo("a");
  }

  @Test
  void afterANodeIsLostWhoDidNotAnswerIsWokenAtOnce() {
    due("there", 0);
    spawn(1);
    calls.receiveMessage();
    silent();
    waker.tell(Waker.NodeLost.INSTANCE);
    assertThat(woken()).isEqualTo("there");
    pass(Duration.ofSeconds(11));
    silent();
  }
}
