package io.millrace.http.jobs;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.Step;
import io.millrace.engine.token.TokenRange;
import io.millrace.http.endpoint.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what operators want of tokens. */
final class JobTokenRequestReader {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private JobTokenRequestReader() {}

  /**
   * A range is to run again.
   *
   * @param steps absent = all of them
   * @param dryRun whether it is only asked how many there are
   */
  record RerunRequest(
      Instant first,
      Instant last,
      @Nullable List<String> steps,
      boolean onlyFailed,
      boolean dryRun) {

    TokenRange range(Job job) {
      return new TokenRange(job.number(), first, last, Set.copyOf(stepsOf(job, steps)), onlyFailed);
    }
  }

  /** {@code {"first", "last", "steps", "only_failed", "dry_run"}}. */
  static RerunRequest rerun(String body) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body), errors);
    node.isMappingOf("first", "last", "steps", "only_failed", "dry_run");
    Optional<Instant> first = time(node, "first");
    Optional<Instant> last = time(node, "last");
    checkOrder(node, first, last);
    List<String> steps = steps(node);
    boolean onlyFailed = flag(node, "only_failed", false);
    boolean dryRun = flag(node, "dry_run", true);
    errors.throwIfAny();
    return new RerunRequest(first.orElseThrow(), last.orElseThrow(), steps, onlyFailed, dryRun);
  }

  /** {@code {"logical_time"}}. */
  static Instant logicalTime(String body) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body), errors);
    node.isMappingOf("logical_time");
    Optional<Instant> time = time(node, "logical_time");
    errors.throwIfAny();
    return time.orElseThrow();
  }

  /** {@code {"steps"}}, or nothing at all; absent = all of them. */
  static @Nullable List<String> steps(String body) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(Json.object(body.isBlank() ? "{}" : body), errors);
    node.isMappingOf("steps");
    List<String> steps = steps(node);
    errors.throwIfAny();
    return steps;
  }

  /** These steps of a job, or all of them. */
  static List<String> stepsOf(Job job, @Nullable List<String> steps) {
    if (steps == null) {
      return job.steps().stream().map(Step::name).toList();
    }
    FieldErrors errors = new FieldErrors();
    steps.stream()
        .filter(step -> job.step(step).isEmpty())
        .forEach(step -> errors.add("steps", step, "is not a step of this job"));
    errors.throwIfAny();
    return steps;
  }

  /** A logical time as it is in a path. */
  static Instant time(String text) {
    return parseTime(text)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "time", text, "is not an ISO-8601 time such as 2026-01-31T06:00:00Z"));
  }

  /** Empty if it is no time that can be stored. */
  static Optional<Instant> parseTime(String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
      return Optional.of(time).filter(JobTokenRequestReader::isStorable);
    } catch (DateTimeException wrong) {
      return Optional.empty();
    }
  }

  static Optional<Instant> time(InputNode node, String name) {
    Optional<InputNode> field = node.required(name);
    Optional<Instant> time = field.flatMap(InputNode::time);
    if (time.isPresent() && !isStorable(time.get())) {
      field.get().refuse("must be within the years 1 to 9999");
    }
    return time;
  }

  static void checkOrder(InputNode node, Optional<Instant> first, Optional<Instant> last) {
    if (first.isPresent() && last.isPresent() && last.get().isBefore(first.get())) {
      node.child("last").refuse("must not be before first");
    }
  }

  private static boolean isStorable(Instant time) {
    return !time.isBefore(EARLIEST) && !time.isAfter(LATEST);
  }

  private static @Nullable List<String> steps(InputNode node) {
    return node.optional("steps")
        .map(
            field ->
                field.items().stream().flatMap(item -> item.text(text -> text).stream()).toList())
        .orElse(null);
  }

  static boolean flag(InputNode node, String name, boolean otherwise) {
    return node.optional(name).flatMap(InputNode::flag).orElse(otherwise);
  }
}
