package io.millrace.engine.trigger;

import static io.millrace.engine.trigger.TriggerExamples.SETTINGS;
import static io.millrace.engine.trigger.TriggerExamples.daily;
import static io.millrace.engine.trigger.TriggerExamples.day;
import static io.millrace.engine.trigger.TriggerExamples.days;
import static io.millrace.engine.trigger.TriggerExamples.every;
import static io.millrace.engine.trigger.TriggerExamples.firedUntil;
import static io.millrace.engine.trigger.TriggerExamples.job;
import static io.millrace.engine.trigger.TriggerExamples.named;
import static io.millrace.engine.trigger.TriggerExamples.with;
import static io.millrace.engine.trigger.TriggerExamples.withStart;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.CatchUpMode;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Trigger;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.trigger.FiresInFlight.SentFire;
import io.millrace.engine.trigger.PendingChanges.ChangeBatch;
import io.millrace.engine.trigger.TriggerBook.StoredTrigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The next work of the book, step by step. */
class TriggerBookTest {
  private static final Trigger MINUTES = every("PT1M", day(1));
  private static final TriggerId ID = new TriggerId(1, "t");
  private static final Instant DAY = day(5);

  private final ModelTables tables = new ModelTables();
  private TriggerBook book = book(List.of());

  private static TriggerBook book(List<StoredTrigger> stored) {
    return new TriggerBook(SETTINGS, stored, new SplittableRandom(1));
  }

  /** A trigger that has fired everything up to midnight of the fifth. */
  private void upToDate(Job job) {
    List<StoredTrigger> stored =
        job.triggers().stream()
            .map(
                trigger ->
                    new StoredTrigger(
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

  private static List<Instant> times(List<SentFire> attempts) {
    return attempts.stream().map(attempt -> attempt.fire().time()).toList();
  }

  private void store(Instant now) {
    while (true) {
      ChangeBatch batch = book.takeBatch().orElse(null);
      if (batch == null) {
        return;
      }
      tables.store(batch.changes());
      book.batchStored(batch, now);
    }
  }

  private void settle(Instant now) {
    book.takeCatchUpDecisions(now)
        .forEach(settling -> book.applyCatchUpDecision(settling.decide(), now));
    store(now);
  }

  private List<SentFire> catchUp(LiveTrigger trigger, int limit, Instant now) {
    List<Instant> page = tables.page(trigger.id(), limit);
    book.pageRead(trigger, page, page.size() < limit, now);
    return book.takeCatchUpFires(now);
  }

  @Test
  void whatIsDueIsFiredAndStoredOnlyAsFarAsAllBeforeItIsDone() {
    upToDate(minutes(1, MINUTES));
    assertThat(book.takeDueFires(minute(1).minusMillis(1))).isEmpty();
    SentFire first = book.takeDueFires(minute(1)).get(0);
    SentFire second = book.takeDueFires(minute(2)).get(0);
    SentFire third = book.takeDueFires(minute(3)).get(0);
    assertThat(times(List.of(first, second, third)))
        .containsExactly(minute(1), minute(2), minute(3));
    book.acknowledge(second, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(DAY);
    book.acknowledge(first, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(minute(2));
    assertThat(tables.rows.get(ID).fired()).isEqualTo(2);
    book.acknowledge(first, minute(3));
    book.acknowledge(third, minute(3));
    store(minute(3));
    assertThat(tables.rows.get(ID).until()).isEqualTo(minute(3));
    assertThat(tables.rows.get(ID).fired()).isEqualTo(3);
  }

  @Test
  void aClockThatIsSetBackFiresNothingTwiceAndOneThatJumpsIsCaughtUp() {
    upToDate(minutes(1, MINUTES));
    assertThat(times(book.takeDueFires(minute(1)))).containsExactly(minute(1));
    assertThat(book.takeDueFires(minute(-60))).isEmpty();
    assertThat(book.nextDue()).contains(minute(2));
    assertThat(book.takeDueFires(minute(30))).isEmpty();
    settle(minute(30));
    assertThat(tables.page(ID, 100)).hasSize(30).startsWith(minute(1)).endsWith(minute(30));
    assertThat(book.nextDue()).contains(minute(31));
  }

  @Test
  void aStallOfLessThanAMinuteIsNotCaughtUpWhateverTheMode() {
    Trigger seconds = with(every("PT10S", day(1)), CatchUpMode.NONE);
    upToDate(minutes(1, seconds));
    assertThat(times(book.takeDueFires(DAY.plusSeconds(70)))).hasSize(7);
    assertThat(book.takeDueFires(DAY.plusSeconds(141))).isEmpty();
    settle(DAY.plusSeconds(141));
    assertThat(tables.missed.get(ID)).extracting(MissedFires::fires).containsExactly(7L);
    assertThat(tables.page(ID, 100)).hasSize(7); // the fires that were in flight
  }

  @Test
  void aJobThatChangesInOtherWaysLeavesItsTriggerInItsPlace() {
    upToDate(minutes(1, MINUTES));
    SentFire first = book.takeDueFires(minute(1)).get(0);
    book.put(job(1, false, 2, minute(1), MINUTES, named(daily(CatchUpMode.NONE), "other")));
    assertThat(book.isInForce(2)).isTrue();
    assertThat(book.acknowledge(first, minute(1))).isPresent();
    assertThat(book.nextDue()).contains(day(1)); // by the new definition
    assertThat(times(book.takeDueFires(minute(2)))).containsExactly(minute(2));
  }

  @Test
  void anEditTakesBackWhatIsOpenAndIsInForceOnceThatIsStored() {
    upToDate(minutes(1, MINUTES));
    SentFire first = book.takeDueFires(minute(1)).get(0);
    book.put(job(1, false, 2, minute(1).plusSeconds(5), every("PT1H", day(1))));
    assertThat(book.isInForce(2)).isFalse();
    assertThat(book.isInForce(1)).isTrue();
    assertThat(book.takeDueFires(minute(2))).isEmpty();
    settle(minute(2));
    assertThat(book.isInForce(2)).isTrue();
    assertThat(tables.page(ID, 10)).containsExactly(minute(1));
    assertThat(book.acknowledge(first, minute(2))).isEmpty();
    assertThat(book.nextDue()).contains(minute(60));
    assertThat(tables.rows.get(ID).timing()).contains("every 1h");
  }

  @Test
  void anEditDuringASettlingIsSettledAfterIt() {
    book.put(minutes(1, MINUTES));
    assertThat(book.takeDueFires(DAY)).isEmpty();
    List<CatchUpDecisionContext> before = book.takeCatchUpDecisions(DAY);
    assertThat(before).hasSize(1);
    book.put(job(1, false, 2, DAY.plusSeconds(1), every("PT1H", day(1))));
    assertThat(book.isInForce(2)).isFalse();
    before.forEach(settling -> book.applyCatchUpDecision(settling.decide(), DAY));
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
    SentFire sent = book.takeDueFires(minute(1)).get(0);
    book.put(job(1, true, 2, day(1), MINUTES));
    assertThat(book.nextDue()).isEmpty();
    assertThat(book.takeDueFires(minute(2))).isEmpty();
    assertThat(book.takeResends(minute(2))).isEmpty();
    book.put(job(1, false, 3, day(1), MINUTES));
    assertThat(book.acknowledge(sent, minute(2))).isEmpty(); // the trigger no longer waits for it
    settle(minute(3));
    assertThat(tables.page(ID, 10)).containsExactly(minute(1), minute(2), minute(3));
    LiveTrigger trigger = book.nextPagesToRead(10, minute(3)).get(0);
    book.remove(1);
    assertThat(catchUp(trigger, 10, minute(3))).isEmpty();
    assertThat(book.takeDueFires(minute(4))).isEmpty();
    store(minute(4));
    assertThat(tables.rows).isEmpty();
    assertThat(tables.waiting.get(ID)).isNull();
    assertThat(book.waiting()).isZero();
  }

  @Test
  void whatAPauseHeldBackIsMissedIfNothingIsCaughtUp() {
    upToDate(minutes(1, with(MINUTES, CatchUpMode.NONE)));
    book.put(job(1, true, 2, day(1), with(MINUTES, CatchUpMode.NONE)));
    book.put(job(1, false, 3, day(1), with(MINUTES, CatchUpMode.NONE)));
    settle(minute(1).plusSeconds(10));
    assertThat(tables.missed.get(ID)).extracting(MissedFires::first).containsExactly(minute(1));
    assertThat(book.nextDue()).contains(minute(2));
  }

  @Test
  void aTriggerThatAJobDoesNotNameAnyMoreIsGoneAndSoIsOneOfNoJob() {
    StoredTrigger orphan = new StoredTrigger(new TriggerId(9, "x"), firedUntil(MINUTES, DAY), 0);
    tables.rows.put(orphan.id(), orphan.progress());
    Job two = minutes(1, MINUTES, named(MINUTES, "u"));
    book = book(List.of(orphan, new StoredTrigger(ID, firedUntil(MINUTES, DAY), 0)));
    book.put(two);
    book.removeUnclaimed();
    book.put(minutes(2, named(MINUTES, "u")));
    book.takeDueFires(minute(1));
    settle(minute(1));
    assertThat(tables.rows.keySet()).containsExactly(new TriggerId(1, "u"));
    assertThat(book.size()).isEqualTo(1);
  }

  @Test
  void noMoreAreUnderWayThanThereIsRoomForAndTheEarliestComeFirst() {
    TriggerSettings two =
        new TriggerSettings(1000, Duration.ofSeconds(60), 2, 100, Duration.ofSeconds(10));
    List<StoredTrigger> stored = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Trigger trigger = named(every("PT10M", day(1).plusSeconds(i)), "t" + i);
      triggers.add(trigger);
      stored.add(
          new StoredTrigger(new TriggerId(1, "t" + i), firedUntil(trigger, DAY.plusSeconds(i)), 0));
    }
    book = new TriggerBook(two, stored, new SplittableRandom(1));
    book.put(minutes(1, triggers.toArray(Trigger[]::new)));
    Instant now = minute(10).plusSeconds(30);
    List<SentFire> first = book.takeDueFires(now);
    assertThat(times(first)).containsExactly(minute(10), minute(10).plusSeconds(1));
    assertThat(book.takeDueFires(now)).isEmpty();
    assertThat(book.catchUpRoom()).isZero();
    book.acknowledge(first.get(1), now);
    assertThat(times(book.takeDueFires(now))).containsExactly(minute(10).plusSeconds(2));
  }

  @Test
  void whatIsNotAcknowledgedIsSentAgainAndAtLastCaughtUp() {
    upToDate(minutes(1, with(every("PT24H", day(1)), CatchUpMode.NONE)));
    SentFire first = book.takeDueFires(day(6)).get(0);
    assertThat(book.takeResends(day(6).plusSeconds(9))).isEmpty();
    SentFire second = book.takeResends(day(6).plusSeconds(10)).get(0);
    assertThat(second.attempt()).isEqualTo(2);
    book.failed(first, day(6).plusSeconds(11)); // too late to count
    assertThat(book.takeResends(day(6).plusSeconds(19))).isEmpty();
    book.failed(second, day(6).plusSeconds(19));
    assertThat(book.takeResends(day(6).plusSeconds(20))).isEmpty();
    assertThat(times(book.takeResends(day(6).plusSeconds(21)))).isEqualTo(days(6));
    assertThat(book.takeResends(day(6).plusSeconds(61))).isEmpty();
    settle(day(6).plusSeconds(61));
    assertThat(tables.page(ID, 10)).isEqualTo(days(6)); // it was started, so it is not missed
    LiveTrigger trigger = book.nextPagesToRead(10, day(6).plusSeconds(61)).get(0);
    SentFire again = catchUp(trigger, 10, day(6).plusSeconds(61)).get(0);
    assertThat(again.fire().reason()).isEqualTo(TaskReason.CATCH_UP);
    book.acknowledge(again, day(6).plusSeconds(62));
    store(day(6).plusSeconds(62));
    assertThat(tables.page(ID, 10)).isEmpty();
    assertThat(tables.rows.get(ID).caughtUp()).isEqualTo(1);
  }

  @Test
  void triggersTakeTurnsToCatchUpAndOneThatFailsRests() {
    book.put(minutes(1, MINUTES, named(MINUTES, "u")));
    assertThat(book.takeDueFires(DAY)).isEmpty();
    settle(DAY);
    assertThat(book.waiting()).isEqualTo(2000);
    LiveTrigger first = book.nextPagesToRead(1, DAY).get(0);
    LiveTrigger second = book.nextPagesToRead(1, DAY).get(0);
    assertThat(second).isNotEqualTo(first);
    assertThat(book.nextPagesToRead(1, DAY)).isEmpty();
    List<SentFire> sent = catchUp(first, 3, DAY);
    catchUp(second, 2, DAY);
    for (int i = 0; i < 3; i++) {
      book.acknowledge(sent.get(0), DAY);
      sent = book.takeCatchUpFires(DAY);
    }
    assertThat(sent).isEmpty();
    store(DAY);
    assertThat(book.nextPagesToRead(5, DAY)).containsExactly(first);
    assertThat(book.waiting()).isEqualTo(1997);
    assertThat(book.takeResends(DAY.plusSeconds(61))).isEmpty(); // the second one has given up
    assertThat(book.takeCatchUpFires(DAY.plusSeconds(61))).hasSize(1);
    assertThat(book.takeResends(DAY.plusSeconds(122))).isEmpty(); // and so has the next one
    assertThat(book.takeCatchUpFires(DAY.plusSeconds(122))).isEmpty();
    store(DAY.plusSeconds(122));
    assertThat(book.nextPagesToRead(5, DAY.plusSeconds(123))).isEmpty();
    assertThat(book.nextPagesToRead(5, DAY.plusSeconds(124))).containsExactly(second);
  }

  @Test
  void eachFireThatIsCaughtUpArrivesBeforeTheNextOfItsTriggerIsSent() {
    book.put(minutes(1, with(MINUTES, CatchUpMode.LATEST)));
    book.takeDueFires(DAY);
    settle(DAY);
    LiveTrigger trigger = book.nextPagesToRead(1, DAY).get(0);
    List<SentFire> sent = catchUp(trigger, 100, DAY);
    assertThat(times(sent)).containsExactly(DAY);
    book.failed(sent.get(0), DAY);
    assertThat(book.takeCatchUpFires(DAY.plusSeconds(1))).as("the first has not arrived").isEmpty();
    SentFire again = book.takeResends(DAY.plusSeconds(1)).get(0);
    book.acknowledge(again, DAY.plusSeconds(1));
    assertThat(times(book.takeCatchUpFires(DAY.plusSeconds(1)))).containsExactly(minute(-1));
  }

  @Test
  void oneThatCannotArriveDoesNotHoldUpThoseBehindItForEver() {
    book.put(minutes(1, MINUTES));
    book.takeDueFires(DAY);
    settle(DAY);
    LiveTrigger trigger = book.nextPagesToRead(1, DAY).get(0);
    Instant first = catchUp(trigger, 100, DAY).get(0).fire().time();
    Instant later = DAY.plusSeconds(61);
    book.takeResends(later);
    List<SentFire> next = book.takeCatchUpFires(later);
    assertThat(times(next)).containsExactly(first.plusSeconds(60));
    book.acknowledge(next.get(0), later);
    assertThat(times(book.takeCatchUpFires(later))).containsExactly(first.plusSeconds(120));
  }

  @Test
  void whatBecomesDueFurtherUpEndsThePageSoThatItIsNotOvertaken() {
    Trigger late = with(every("PT24H", day(3)), CatchUpMode.EARLIEST);
    book.put(job(1, false, 1, DAY, late));
    book.takeDueFires(DAY);
    settle(DAY);
    LiveTrigger trigger = book.nextPagesToRead(1, DAY).get(0);
    SentFire third = catchUp(trigger, 100, DAY).get(0);
    book.put(job(1, false, 2, DAY, withStart(late, day(1))));
    book.acknowledge(third, DAY);
    assertThat(book.takeCatchUpFires(DAY)).as("it is settled first").isEmpty();
    settle(DAY);
    assertThat(times(catchUp(book.nextPagesToRead(1, DAY).get(0), 100, DAY))).isEqualTo(days(1));
  }
}
