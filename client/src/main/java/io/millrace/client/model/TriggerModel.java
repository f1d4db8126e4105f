package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.client.model.JobModel.Fire;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Triggers and their fires. */
public final class TriggerModel {
  private TriggerModel() {}

  /** A trigger, and its next fire. */
  public record Trigger(
      String name,
      String schedule,
      Instant start,
      @Nullable Instant end,
      String offset,
      String catchup,
      boolean paused,
      long fired,
      long caughtUp,
      long missed,
      long waiting,
      @Nullable LastFire lastFire,
      List<Fire> next) {}

  /** The triggers of a job. */
  public record TriggerList(List<Trigger> triggers) {}

  /** A trigger, what it missed, and its next 10 fires. */
  public record TriggerFires(
      String name,
      String schedule,
      Instant start,
      @Nullable Instant end,
      String offset,
      String catchup,
      boolean paused,
      long fired,
      long caughtUp,
      long missed,
      long waiting,
      @Nullable LastFire lastFire,
      List<Fire> next,
      List<MissedRange> missedRanges) {}

  /** The last fire of a trigger. */
  public record LastFire(Instant logicalTime, Instant dueAt, Instant firedAt, double lateSeconds) {}

  /** Fires that were missed together. */
  public record MissedRange(
      Instant first,
      Instant last,
      long fires,
      boolean atLeast,
      String reason,
      Instant at,
      @Nullable Instant madeGoodAt) {}

  /** The times of a trigger in a range. Both ends are in it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FireRange(Instant first, Instant last, @Nullable Boolean dryRun) {}

  /** How many fires there are. */
  public record FireResult(
      boolean dryRun, long fires, @Nullable Instant first, @Nullable Instant last) {}

  /** When a trigger would fire. */
  public record SchedulePreview(String schedule, String zone, List<LocalFire> fires) {}

  /** A fire, also in local time. */
  public record LocalFire(
      Instant logicalTime, Instant dueAt, String localLogicalTime, String localDueAt) {}
}
