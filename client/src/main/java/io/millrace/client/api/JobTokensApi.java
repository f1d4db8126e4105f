package io.millrace.client.api;

import io.millrace.client.model.JobTokenModel.CancelResult;
import io.millrace.client.model.JobTokenModel.ClearResult;
import io.millrace.client.model.JobTokenModel.JobTime;
import io.millrace.client.model.JobTokenModel.RerunRequest;
import io.millrace.client.model.JobTokenModel.RerunResult;
import io.millrace.client.model.JobTokenModel.StepDurationList;
import io.millrace.client.model.JobTokenModel.TimePage;
import io.millrace.client.model.JobTokenModel.Token;
import io.millrace.client.model.JobTokenModel.TokenPage;
import io.millrace.client.model.JobTokenModel.TokenState;
import io.millrace.client.model.JobTokenModel.TokensAtTime;
import io.millrace.client.model.PageRequest;
import io.millrace.client.model.TaskModel.TaskReference;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tokens: the steps of a job at their logical times. */
public final class JobTokensApi {
  private final ApiCaller caller;

  public JobTokensApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** The states of the steps, latest time first. */
  public TokenPage listTokens(
      String id,
      @Nullable Instant first,
      @Nullable Instant last,
      @Nullable TokenState state,
      PageRequest page) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/tokens", id)
            .query("first", first)
            .query("last", last)
            .query("state", state)
            .query("limit", page.limit())
            .query("after", page.after()),
        TokenPage.class);
  }

  /** All tokens of {@link #listTokens}. */
  public Stream<Token> allTokens(
      String id, @Nullable Instant first, @Nullable Instant last, @Nullable TokenState state) {
    return PageStream.of(page -> listTokens(id, first, last, state, page));
  }

  /** The logical times of a job, the latest first. */
  public TimePage listTimes(String id, PageRequest page) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/times", id)
            .query("limit", page.limit())
            .query("after", page.after()),
        TimePage.class);
  }

  /** All times of {@link #listTimes}. */
  public Stream<JobTime> allTimes(String id) {
    return PageStream.of(page -> listTimes(id, page));
  }

  /** How long the steps of a job take over its latest times, the slowest first. */
  public StepDurationList getStepDurations(String id, @Nullable Integer limit) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/durations", id).query("limit", limit), StepDurationList.class);
  }

  /** All steps at one logical time, or one of them. */
  public TokensAtTime getTokens(String id, Instant time, @Nullable String step) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/tokens/{time}", id, time).query("step", step),
        TokensAtTime.class);
  }

  /** Runs a step now, whatever has arrived. */
  public TaskReference runStep(String id, String step, Instant logicalTime) {
    return caller.call(
        ApiRequest.post("/jobs/{id}/steps/{step}/run", id, step)
            .json(Map.of("logical_time", logicalTime)),
        TaskReference.class);
  }

  /** Runs a range again. It only counts the tokens unless {@code dryRun} is false. */
  public RerunResult rerunJob(String id, RerunRequest range) {
    return caller.call(ApiRequest.post("/jobs/{id}/rerun", id).json(range), RerunResult.class);
  }

  /** Cancels steps at a logical time; no steps means all. */
  public CancelResult cancelTokens(String id, Instant time, List<String> steps) {
    return caller.call(
        ApiRequest.post("/jobs/{id}/tokens/{time}/cancel", id, time).json(selection(steps)),
        CancelResult.class);
  }

  /** Forgets what has arrived at steps; no steps means all. */
  public ClearResult clearTokens(String id, Instant time, List<String> steps) {
    return caller.call(
        ApiRequest.post("/jobs/{id}/tokens/{time}/clear", id, time).json(selection(steps)),
        ClearResult.class);
  }

  private static Map<String, List<String>> selection(List<String> steps) {
    return steps.isEmpty() ? Map.of() : Map.of("steps", steps);
  }
}
