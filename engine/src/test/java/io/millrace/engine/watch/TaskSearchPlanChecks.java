package io.millrace.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.TaskCount;
import io.millrace.engine.task.TaskSearch.TaskSearchPage;
import io.millrace.engine.task.TaskSearchStore;
import io.millrace.engine.task.TaskStatus;
import io.millrace.engine.task.Uids;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a search for tasks reads, of the rows that {@link WatchPlansTest} makes. */
interface TaskSearchPlanChecks {
  Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
  Instant LAST = FIRST.plus(Duration.ofDays(8));

  TaskSearchStore searches();

  long rowsRead() throws SQLException;

  static TaskQuery query(Instant start, Instant end, TaskStatus status) {
    return new TaskQuery(
        null, start, end, status == null ? Set.of() : Set.of(status), null, 100, null);
  }

  @Test
  default void whatNoIndexHasIsSearchedInABoundedNumberOfTasks() throws Exception {
    TaskQuery all = query(FIRST, LAST, null);
    TaskSearchPage first = searches().find(search(all, "no such text", false), null);
    assertThat(first.tasks()).isEmpty();
    assertThat(first.after()).as("it goes on there").isNotNull();
    assertThat(rowsRead()).isLessThan(2 * 20_000 + 1_000);
    TaskSearchPage second =
        searches().find(search(all, "no such text", false).page(first.after(), 100), null);
    assertThat(second.after()).isLessThan(first.after());
    TaskSearch oldest = new TaskSearch(all, null, "", TaskReason.PLAN, false, true);
    assertThat(searches().find(oldest, null).tasks())
        .hasSize(100)
        .isSortedAccordingTo(Comparator.comparing(task -> task.times().createdAt()));
    assertThat(searches().count(search(all, null, false), null))
        .isEqualTo(new TaskCount(100_000, true));
  }

  @Test
  default void oneNameInAnySourceIsPagedFromTheOldestToTheNewest() throws Exception {
    TaskQuery named = new TaskQuery(null, FIRST, LAST, Set.of(), "us7", 4, null);
    TaskSearch oldest = new TaskSearch(named, null, null, null, false, true);
    List<Instant> found = new ArrayList<>();
    UUID after = null;
    do {
      TaskSearchPage page = searches().find(oldest.page(after, 4), List.of("s6", "s7"));
      page.tasks().forEach(task -> found.add(task.times().createdAt()));
      after = page.after();
    } while (after != null);
    assertThat(found).hasSize(10).isSorted().doesNotHaveDuplicates();
    assertThat(rowsRead()).isLessThan(100);
  }

  @Test
  default void whatFailsNowIsFoundByTheNewestTaskOfEach() throws Exception {
    assertThat(
            searches()
                .find(search(query(FIRST, LAST, TaskStatus.FAILED), null, true), null)
                .tasks())
        .as("of 10 failures of each, the last one")
        .hasSize(100)
        .allMatch(task -> Uids.day(task.id().attemptUid()).isAfter(LocalDate.of(2026, 3, 6)));
    assertThat(searches().count(search(query(FIRST, LAST, TaskStatus.FAILED), null, true), null))
        .isEqualTo(new TaskCount(100, false));
    TaskSearch open = search(query(FIRST, LAST, TaskStatus.SCHEDULED), null, false);
    assertThat(searches().count(open, null)).isEqualTo(new TaskCount(300, false));
    assertThat(rowsRead()).isLessThan(15_000);
  }

  private static TaskSearch search(TaskQuery query, String message, boolean newest) {
    return new TaskSearch(query, message, null, null, newest, false);
  }
}
