package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.Examples.SETTINGS;
import static io.millrace.engine.trigger.Examples.daily;
import static io.millrace.engine.trigger.Examples.day;
import static io.millrace.engine.trigger.Examples.days;
import static io.millrace.engine.trigger.Examples.every;
import static io.millrace.engine.trigger.Examples.firedUntil;
import static io.millrace.engine.trigger.Examples.job;
import static io.millrace.engine.trigger.Examples.named;
import static io.millrace.engine.trigger.Examples.with;
import static io.millrace.engine.trigger.Examples.withStart;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.CatchUp;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.Reason;
import io.millrace.engine.trigger.InFlight.Attempt;
import io.millrace.engine.trigger.Pending.Batch;
import io.millrace.engine.trigger.TriggerBook.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is done next, step by step. */
class TriggerBookTest {
  private static final Trigger MINUTES = every("PT1M", day(1));
  private static final TriggerId ID = new TriggerId(1, "t");
  private static final Instant DAY = day(5);

  private final ModelTables tables = new ModelTables();
  private TriggerBook book = book(List.of());

  private static TriggerBook book(List<Stored> stored) {
    return new TriggerBook(SETTINGS, stored, new SplittableRandom(1));
  }

  /** One that has fired everything up to midnight of the fifth. */
  private void upToDate(Job job) {
    List<Stored> stored =
        job.triggers().stream()
            .map(
                trigger ->
                    new Stored(
                        new TriggerId(job.number(), trigger.name()), firedUntil(trigger, DAY), 0))
            .toList();
    book = book(stored);
    book.put(job);
  }

  private static Job minutes(long version, Trigger... triggers) {
    return job(1, false, version, day(1), triggers);
  }

  private static Instant minute(int n) {
    return DAY.plusSeconds(60L * n);
  }

  private static List<Instant> times(List<Attempt> attempts) {
    return attempts.stream().map(attempt -> attempt.fire().time()).toList();
  }

  private void store(Instant now) {
    while (true) {
      Batch batch = book.store().orElse(null);
      if (batch == null) {
        return;
      }
      tables.store(batch.changes());
      book.stored(batch, now);
    }
  }

  private void settle(Instant now) {
    book.settlings(now).forEach(settling -> book.settled(settling.settle(), now));
    store(now);
  }

  private List<Attempt> catchUp(LiveTrigger trigger, int limit, Instant now) {
    List<Instant> page = tables.page(trigger.id(), limit);
    book.page(trigger, page, page.size() < limit, now);
    return book.catchUp(now);
  }

  @Test
  void whatIsDueIsFiredAndStoredOnlyAsFarAsAllBeforeItIsDone() {
    upToDate(minutes(1, MINUTES));
    assertThat(book.fire(minute(1).minusMillis(1))).isEmpty();
    Attempt first = book.fire(minute(1)).get(0);
    Attempt second = book.fire(minute(2)).get(0);
    Attempt third = book.fire(minute(3)).get(0);
    assertThat(times(List.of(first, second, third)))
        .containsExactly(minute(1), minute(2), minute(3));
    book.done(second, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(DAY);
    book.done(first, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(minute(2));
    assertThat(tables.rows.get(ID).fired()).isEqualTo(2);
    book.done(first, minute(3));
    book.done(third, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(minute(3));
    assertThat(tables.rows.get(ID).fired()).isEqualTo(3);
  }

  @Test
  void aClockThatIsSetBackFiresNothingTwiceAndOneThatJumpsIsCaughtUp() {
    upToDate(minutes(1, MINUTES));
    assertThat(times(book.fire(minute(1)))).containsExactly(minute(1));
    assertThat(book.fire(minute(-60))).isEmpty();
    assertThat(book.nextDue()).contains(minute(2));
    assertThat(book.fire(minute(30))).isEmpty();
    settle(minute(30));
    assertThat(tables.page(ID, 100)).hasSize(30).startsWith(minute(1)).endsWith(minute(30));
    assertThat(book.nextDue()).contains(minute(31));
  }

  @Test
  void aStallOfLessThanAMinuteIsNotCaughtUpWhateverTheMode() {
    Trigger seconds = with(every("PT10S", day(1)), CatchUp.NONE);
    upToDate(minutes(1, seconds));
    assertThat(times(book.fire(DAY.plusSeconds(70)))).hasSize(7);
    assertThat(book.fire(DAY.plusSeconds(141))).isEmpty();
    settle(DAY.plusSeconds(141));
    assertThat(tables.missed.get(ID)).extracting(Missed::fires).containsExactly(7L);
    assertThat(tables.page(ID, 100)).hasSize(7); // those that were begun
  }

  @Test
  void aJobThatChangesInOtherWaysLeavesItsTriggerInItsPlace() {
    upToDate(minutes(1, MINUTES));
    Attempt first = book.fire(minute(1)).get(0);
    book.put(job(1, false, 2, minute(1), MINUTES, named(daily(CatchUp.NONE), "other")));
    assertThat(book.isInForce(2)).isTrue();
    assertThat(book.done(first, minute(1))).isPresent();
    assertThat(book.nextDue()).contains(day(1)); // of the new one
    assertThat(times(book.fire(minute(2)))).containsExactly(minute(2));
  }

  @Test
  void anEditTakesBackWhatIsOpenAndIsInForceOnceThatIsStored() {
    upToDate(minutes(1, MINUTES));
    Attempt first = book.fire(minute(1)).get(0);
    book.put(job(1, false, 2, minute(1).plusSeconds(5), every("PT1H", day(1))));
    assertThat(book.isInForce(2)).isFalse();
    assertThat(book.isInForce(1)).isTrue();
    assertThat(book.fire(minute(2))).isEmpty();
    settle(minute(2));
    assertThat(book.isInForce(2)).isTrue();
    assertThat(tables.page(ID, 10)).containsExactly(minute(1));
    assertThat(book.done(first, minute(2))).isEmpty();
    assertThat(book.nextDue()).contains(minute(60));
    assertThat(tables.rows.get(ID).timing()).contains("every 1h");
  }

  @Test
  void anEditDuringASettlingIsSettledAfterIt() {
    book.put(minutes(1, MINUTES));
    assertThat(book.fire(DAY)).isEmpty();
    List<Settling> before = book.settlings(DAY);
    assertThat(before).hasSize(1);
    book.put(job(1, false, 2, DAY.plusSeconds(1), every("PT1H", day(1))));
    assertThat(book.isInForce(2)).isFalse();
    before.forEach(settling -> book.settled(settling.settle(), DAY));
    store(DAY);
    assertThat(book.isInForce(2)).isFalse();
    settle(DAY.plusSeconds(2));
    assertThat(book.isInForce(2)).isTrue();
    assertThat(tables.page(ID, 2000)).hasSize(1000).startsWith(minute(-999)).endsWith(DAY);
    assertThat(book.nextDue()).contains(minute(60));
  }

  @Test
  void aJobThatIsGoneOrPausedFiresNoMoreAtOnce() {
    upToDate(minutes(1, MINUTES));
    Attempt sent = book.fire(minute(1)).get(0);
    book.put(job(1, true, 2, day(1), MINUTES));
    assertThat(book.nextDue()).isEmpty();
    assertThat(book.fire(minute(2))).isEmpty();
    assertThat(book.fireAgain(minute(2))).isEmpty();
    book.put(job(1, false, 3, day(1), MINUTES));
    assertThat(book.done(sent, minute(2))).isEmpty(); // nobody waits for it any more
    settle(minute(3));
    assertThat(tables.page(ID, 10)).containsExactly(minute(1), minute(2), minute(3));
    LiveTrigger trigger = book.pages(10, minute(3)).get(0);
    book.remove(1);
    assertThat(catchUp(trigger, 10, minute(3))).isEmpty();
    assertThat(book.fire(minute(4))).isEmpty();
    store(minute(4));
    assertThat(tables.rows).isEmpty();
    assertThat(tables.waiting.get(ID)).isNull();
    assertThat(book.waiting()).isZero();
  }

  @Test
  void whatAPauseHeldBackIsMissedIfNothingIsCaughtUp() {
    upToDate(minutes(1, with(MINUTES, CatchUp.NONE)));
    book.put(job(1, true, 2, day(1), with(MINUTES, CatchUp.NONE)));
    book.put(job(1, false, 3, day(1), with(MINUTES, CatchUp.NONE)));
    settle(minute(1).plusSeconds(10));
    assertThat(tables.missed.get(ID)).extracting(Missed::first).containsExactly(minute(1));
    assertThat(book.nextDue()).contains(minute(2));
  }

  @Test
  void aTriggerThatAJobDoesNotNameAnyMoreIsGoneAndSoIsOneOfNoJob() {
    Stored orphan = new Stored(new TriggerId(9, "x"), firedUntil(MINUTES, DAY), 0);
    tables.rows.put(orphan.id(), orphan.progress());
    Job two = minutes(1, MINUTES, named(MINUTES, "u"));
    book = book(List.of(orphan, new Stored(ID, firedUntil(MINUTES, DAY), 0)));
    book.put(two);
    book.removeUnclaimed();
    book.put(minutes(2, named(MINUTES, "u")));
    book.fire(minute(1));
    settle(minute(1));
    assertThat(tables.rows.keySet()).containsExactly(new TriggerId(1, "u"));
    assertThat(book.size()).isEqualTo(1);
  }

  @Test
  void noMoreAreUnderWayThanThereIsRoomForAndTheEarliestComeFirst() {
    TriggerSettings two =
        new TriggerSettings(1000, Duration.ofSeconds(60), 2, 100, Duration.ofSeconds(10));
    List<Stored> stored = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Trigger trigger = named(every("PT10M", day(1).plusSeconds(i)), "t" + i);
      triggers.add(trigger);
      stored.add(new Stored(new TriggerId(1, "t" + i), firedUntil(trigger, DAY.plusSeconds(i)), 0));
    }
    book = new TriggerBook(two, stored, new SplittableRandom(1));
    book.put(minutes(1, triggers.toArray(Trigger[]::new)));
    Instant now = minute(10).plusSeconds(30);
    List<Attempt> first = book.fire(now);
    assertThat(times(first)).containsExactly(minute(10), minute(10).plusSeconds(1));
    assertThat(book.fire(now)).isEmpty();
    assertThat(book.catchUpRoom()).isZero();
    book.done(first.get(1), now);
    assertThat(times(book.fire(now))).containsExactly(minute(10).plusSeconds(2));
  }

  @Test
  void whatIsNotAcknowledgedIsSentAgainAndAtLastCaughtUp() {
    upToDate(minutes(1, with(every("PT24H", day(1)), CatchUp.NONE)));
    Attempt first = book.fire(day(6)).get(0);
    assertThat(book.fireAgain(day(6).plusSeconds(9))).isEmpty();
    Attempt second = book.fireAgain(day(6).plusSeconds(10)).get(0);
    assertThat(second.attempt()).isEqualTo(2);
    book.failed(first, day(6).plusSeconds(11)); // too late to matter
    assertThat(book.fireAgain(day(6).plusSeconds(19))).isEmpty();
    book.failed(second, day(6).plusSeconds(19));
    assertThat(book.fireAgain(day(6).plusSeconds(20))).isEmpty();
    assertThat(times(book.fireAgain(day(6).plusSeconds(21)))).isEqualTo(days(6));
    assertThat(book.fireAgain(day(6).plusSeconds(61))).isEmpty();
    settle(day(6).plusSeconds(61));
    assertThat(tables.page(ID, 10)).isEqualTo(days(6)); // it was begun: it is not missed
    LiveTrigger trigger = book.pages(10, day(6).plusSeconds(61)).get(0);
    Attempt again = catchUp(trigger, 10, day(6).plusSeconds(61)).get(0);
    assertThat(again.fire().reason()).isEqualTo(Reason.CATCH_UP);
    book.done(again, day(6).plusSeconds(62));
    store(day(6).plusSeconds(62));
    assertThat(tables.page(ID, 10)).isEmpty();
    assertThat(tables.rows.get(ID).caughtUp()).isEqualTo(1);
  }

  @Test
  void triggersTakeTurnsToCatchUpAndOneThatFailsRests() {
    book.put(minutes(1, MINUTES, named(MINUTES, "u")));
    assertThat(book.fire(DAY)).isEmpty();
    settle(DAY);
    assertThat(book.waiting()).isEqualTo(2000);
    LiveTrigger first = book.pages(1, DAY).get(0);
    LiveTrigger second = book.pages(1, DAY).get(0);
    assertThat(second).isNotEqualTo(first);
    assertThat(book.pages(1, DAY)).isEmpty();
    List<Attempt> sent = catchUp(first, 3, DAY);
    catchUp(second, 2, DAY);
    for (int i = 0; i < 3; i++) {
      book.done(sent.get(0), DAY);
      sent = book.catchUp(DAY);
    }
    assertThat(sent).isEmpty();
    store(DAY);
    assertThat(book.pages(5, DAY)).containsExactly(first);
    assertThat(book.waiting()).isEqualTo(1997);
    assertThat(book.fireAgain(DAY.plusSeconds(61))).isEmpty(); // that of the second is given up
    assertThat(book.catchUp(DAY.plusSeconds(61))).hasSize(1);
    assertThat(book.fireAgain(DAY.plusSeconds(122))).isEmpty(); // and so is the next one
    assertThat(book.catchUp(DAY.plusSeconds(122))).isEmpty();
    store(DAY.plusSeconds(122));
    assertThat(book.pages(5, DAY.plusSeconds(123))).isEmpty();
    assertThat(book.pages(5, DAY.plusSeconds(124))).containsExactly(second);
  }

  @Test
  void eachFireThatIsCaughtUpArrivesBeforeTheNextOfItsTriggerIsSent() {
    book.put(minutes(1, with(MINUTES, CatchUp.LATEST)));
    book.fire(DAY);
    settle(DAY);
    LiveTrigger trigger = book.pages(1, DAY).get(0);
    List<Attempt> sent = catchUp(trigger, 100, DAY);
    assertThat(times(sent)).containsExactly(DAY);
    book.failed(sent.get(0), DAY);
    assertThat(book.catchUp(DAY.plusSeconds(1))).as("the first has not arrived").isEmpty();
    Attempt again = book.fireAgain(DAY.plusSeconds(1)).get(0);
    book.done(again, DAY.plusSeconds(1));
    assertThat(times(book.catchUp(DAY.plusSeconds(1)))).containsExactly(minute(-1));
  }

  @Test
  void oneThatCannotArriveDoesNotHoldUpThoseBehindItForEver() {
    book.put(minutes(1, MINUTES));
    book.fire(DAY);
    settle(DAY);
    LiveTrigger trigger = book.pages(1, DAY).get(0);
    Instant first = catchUp(trigger, 100, DAY).get(0).fire().time();
    Instant later = DAY.plusSeconds(61);
    book.fireAgain(later);
    List<Attempt> next = book.catchUp(later);
    assertThat(times(next)).containsExactly(first.plusSeconds(60));
    book.done(next.get(0), later);
    assertThat(times(book.catchUp(later))).containsExactly(first.plusSeconds(120));
  }

  @Test
  void whatBecomesDueFurtherUpEndsThePageSoThatItIsNotOvertaken() {
    Trigger late = with(every("PT24H", day(3)), CatchUp.EARLIEST);
    book.put(job(1, false, 1, DAY, late));
    book.fire(DAY);
    settle(DAY);
    LiveTrigger trigger = book.pages(1, DAY).get(0);
    Attempt third = catchUp(trigger, 100, DAY).get(0);
    book.put(job(1, false, 2, DAY, withStart(late, day(1))));
    book.done(third, DAY);
    assertThat(book.catchUp(DAY)).as("it is settled first").isEmpty();
    settle(DAY);
    assertThat(times(catchUp(book.pages(1, DAY).get(0), 100, DAY))).isEqualTo(days(1));
  }
}
