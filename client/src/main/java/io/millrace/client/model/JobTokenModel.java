package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tokens: the steps of a job at their logical times. */
public final class JobTokenModel {
  private JobTokenModel() {}

  /** Where a token is. */
  public enum TokenState {
    WAITING,
    ACTIVE,
    SUCCESS,
    FAILED,
    CANCELED,
    REMOVED,
    /** A word of a newer server. */
    @JsonEnumDefaultValue
    UNKNOWN
  }

  /** A step of a job at one logical time. */
  public record Token(
      String step, Instant logicalTime, TokenState state, long count, Instant changedAt) {}

  /** A page of tokens. */
  public record TokenPage(List<Token> tokens, @Nullable String after) implements Page<Token> {
    @Override
    public List<Token> items() {
      return tokens;
    }
  }

  /** All tokens at one logical time. */
  public record JobTime(Instant logicalTime, Map<String, StepState> steps) {}

  /** The token of one step. */
  public record StepState(TokenState state, long count, Instant changedAt) {}

  /** A page of logical times. */
  public record TimePage(List<JobTime> times, @Nullable String after) implements Page<JobTime> {
    @Override
    public List<JobTime> items() {
      return times;
    }
  }

  /** How long the steps of a job take, the slowest first. */
  public record StepDurationList(List<StepDuration> steps) {}

  /** How long the attempts of a step took. */
  public record StepDuration(
      String step,
      int attempts,
      int failed,
      @JsonProperty("ran_p50_ms") long ranP50Ms,
      @JsonProperty("ran_max_ms") long ranMaxMs,
      @JsonProperty("waited_p50_ms") long waitedP50Ms,
      @JsonProperty("waited_max_ms") long waitedMaxMs,
      String slowestTask) {}

  /** Every step of a job at one logical time. */
  public record TokensAtTime(Instant logicalTime, List<StepToken> steps) {}

  /** A token, with everything that arrived at it. */
  public record StepToken(
      String step,
      TokenState state,
      long count,
      int threshold,
      List<Arrival> arrived,
      List<String> missing,
      @Nullable Instant nextRetry,
      String waitsFor,
      @JsonProperty("wait") @Nullable Wait waiting,
      long endedRuns,
      List<Task> runs) {}

  /** A fire, a success or a failure that arrived at a token. */
  public record Arrival(
      String source, Instant at, String reason, String priority, boolean used, JsonNode output) {}

  /** A range of logical times. Both ends are in it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RerunRequest(
      Instant first,
      Instant last,
      @Nullable List<String> steps,
      @Nullable Boolean onlyFailed,
      @Nullable Boolean dryRun) {}

  /** What runs again. */
  public record RerunResult(
      boolean dryRun,
      long tokens,
      Map<String, Long> steps,
      @Nullable Long started,
      @Nullable Long waiting) {}

  /** How many tokens were canceled. */
  public record CancelResult(long canceled) {}

  /** How many tokens were cleared. */
  public record ClearResult(long cleared) {}
}
