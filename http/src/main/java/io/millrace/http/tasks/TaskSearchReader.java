package io.millrace.http.tasks;

import io.millrace.engine.bulk.BulkAction;
import io.millrace.engine.bulk.BulkOrder;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskQuery;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TaskSearch;
import io.millrace.engine.task.TaskSearch.FinishedPeriod;
import io.millrace.engine.task.TaskStatus;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.PageSize;
import io.millrace.http.endpoint.QueryParameters;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads which tasks are meant: from the parameters of a list, or the body of a bulk operation. */
final class TaskSearchReader {
  private static final Duration LAST = Duration.ofDays(7);
  private static final int LONGEST = 200;
  private static final List<String> ORDERS = List.of("newest", "oldest");
  private static final Set<String> FILTER =
      Set.of(
          "source",
          "start",
          "end",
          "status",
          "collection",
          "message",
          "worker",
          "reason",
          "newest",
          "finished_start",
          "finished_end");
  private static final Set<String> PAGE =
      Stream.concat(FILTER.stream(), Stream.of("order", "limit", "after"))
          .collect(Collectors.toUnmodifiableSet());
  private static final List<String> BODY =
      List.of(
          "action",
          "source",
          "collection",
          "status",
          "message",
          "worker",
          "reason",
          "start",
          "end");

  private TaskSearchReader() {}

  /** A page of the tasks of all sources. */
  static TaskSearch page(Map<String, String> parameters, Instant now) {
    QueryParameters query = new QueryParameters(parameters, PAGE);
    TaskSearch search = page(query, period(query, now));
    query.check();
    return search;
  }

  /** Without times: the last week, or the week before the tasks that are wanted began to end. */
  private static TimeRange period(QueryParameters query, Instant now) {
    Instant start = query.time("start");
    Instant end = query.time("end");
    FinishedPeriod finished = finished(query);
    if (start == null && end == null && finished != null) {
      Instant until = finished.end() == null ? now : finished.end();
      Instant from = finished.start() == null ? until : finished.start();
      return new TimeRange(from.minus(LAST), until);
    }
    return TimeRange.of(start, end, now, LAST);
  }

  private static @Nullable FinishedPeriod finished(QueryParameters query) {
    Instant start = query.time("finished_start");
    Instant end = query.time("finished_end");
    return start == null && end == null ? null : new FinishedPeriod(start, end);
  }

  /** A page of the tasks of one source, in a period that has to be given. */
  static TaskSearch pageOfSource(Map<String, String> parameters) {
    QueryParameters query = new QueryParameters(parameters, PAGE);
    query.required("source");
    Instant start = query.requiredTime("start");
    Instant end = query.requiredTime("end");
    TimeRange period =
        start == null || end == null
            ? new TimeRange(Instant.EPOCH, Instant.EPOCH)
            : new TimeRange(start, end);
    TaskSearch search = page(query, period);
    query.check();
    return search;
  }

  private static TaskSearch page(QueryParameters query, TimeRange period) {
    TaskSearch search = search(query, period, query.limit(PageSize.USUAL));
    String order = query.read("order", text -> word(ORDERS, "order", text));
    return new TaskSearch(
        search.query(),
        search.message(),
        search.worker(),
        search.reason(),
        search.newestOnly(),
        "oldest".equals(order),
        search.finished());
  }

  /** All pages of a list. */
  static TaskSearch all(Map<String, String> parameters, Instant now) {
    QueryParameters query = new QueryParameters(parameters, FILTER);
    TaskSearch search = search(query, period(query, now), 1);
    query.check();
    return search;
  }

  private static TaskSearch search(QueryParameters query, TimeRange period, int limit) {
    query.checkOrder("start", period.start(), "end", period.end());
    FinishedPeriod finished = finished(query);
    if (finished != null) {
      query.checkOrder("finished_start", finished.start(), "finished_end", finished.end());
    }
    return new TaskSearch(
        new TaskQuery(
            query.optional("source"),
            period.start(),
            period.end(),
            TaskRoutes.statuses(query),
            query.optional("collection"),
            limit,
            query.read(
                "after",
                id -> TaskId.attemptUid(id).orElseThrow(IllegalArgumentException::new),
                "is not a task id")),
        bounded(query, "message"),
        bounded(query, "worker"),
        query.read("reason", TaskSearchReader::reason),
        query.flag("newest"),
        false,
        finished);
  }

  private static @Nullable String bounded(QueryParameters query, String name) {
    String text = query.optional(name);
    return text == null ? null : query.read(name, TaskSearchReader::bounded);
  }

  private static String bounded(String text) {
    if (text.length() > LONGEST) {
      throw new InvalidInputException("text", text, "has more than " + LONGEST + " characters");
    }
    return text;
  }

  private static TaskReason reason(String text) {
    return WordList.read(List.of(TaskReason.values()), TaskReason::text, "reason", text);
  }

  private static String word(List<String> words, String name, String text) {
    return WordList.read(words, word -> word, name, text);
  }

  /** Reads a bulk request. Tasks that are created later do not count. */
  static BulkOrder order(String body, String askedBy, Instant at) {
    Instant now = at.truncatedTo(ChronoUnit.MICROS); // as it is stored
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body), errors);
    node.isMappingOf(BODY.toArray(String[]::new));
    BulkAction action =
        node.required("action").flatMap(given -> given.text(TaskSearchReader::action)).orElse(null);
    TaskStatus status = field(node, "status", TaskStatus::of);
    TimeRange period =
        TimeRange.of(
            field(node, "start", QueryParameters::timeOf),
            field(node, "end", QueryParameters::timeOf),
            now,
            LAST);
    if (period.start().isAfter(period.end())) {
      node.refuseAll(QueryParameters.reversed("start", period.start(), "end", period.end()));
    }
    String message = field(node, "message", TaskSearchReader::bounded);
    String worker = field(node, "worker", TaskSearchReader::bounded);
    TaskReason reason = field(node, "reason", TaskSearchReader::reason);
    String source = field(node, "source", name -> name);
    String collection = field(node, "collection", name -> name);
    errors.throwIfAny();
    if (action == null) {
      throw new IllegalStateException("An error without a name");
    }
    Instant end = period.end().isAfter(now) ? now : period.end();
    Instant start = period.start().isAfter(end) ? end : period.start();
    TaskQuery query =
        new TaskQuery(source, start, end, action.statuses(status), collection, 1, null);
    boolean newestOnly = action == BulkAction.RERUN;
    return new BulkOrder(
        action, new TaskSearch(query, message, worker, reason, newestOnly, false), askedBy, now);
  }

  private static BulkAction action(String text) {
    return WordList.read(List.of(BulkAction.values()), BulkAction::text, "action", text);
  }

  private static <T> @Nullable T field(InputNode node, String name, Function<String, T> reader) {
    return node.optional(name).flatMap(given -> given.text(reader)).orElse(null);
  }
}
