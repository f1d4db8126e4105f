package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Days that are simulated, and what was found. */
public final class SimulationModel {
  private SimulationModel() {}

  /**
   * Which days, and what is assumed to be other than it is.
   *
   * @param date null for today, or if {@code from} is given
   * @param from null to begin at midnight
   * @param days null for one
   * @param seed null for 1
   * @param changes the changes as the API takes them; null for none
   */
  public record SimulationRequest(
      @Nullable LocalDate date,
      @Nullable Instant from,
      @Nullable Integer days,
      @Nullable Integer seed,
      @Nullable JsonNode changes) {}

  /** The id of a simulation. */
  public record SimulationReference(String id) {}

  /** Simulations without their results. */
  public record SimulationList(List<Simulation> simulations) {}

  /** A simulation, how far it is, and its result once it is done. */
  public record Simulation(
      String id,
      Instant createdAt,
      String createdBy,
      String state,
      double progress,
      String error,
      JsonNode request,
      @Nullable SimulationResult result) {}

  /** What a simulation found. */
  public record SimulationResult(
      Instant from,
      Instant until,
      long started,
      long late,
      long missedMinutes,
      long events,
      Map<String, Long> ends,
      Map<String, Long> skips,
      SimulatedMinutes minutes,
      List<SimulatedPool> pools,
      MissedFreshness missedFreshness,
      List<CatchUpBurst> bursts,
      @Nullable BackTest backTest,
      @Nullable List<Integer> actualStarted,
      List<String> unknown) {}

  /** Figures of every minute. */
  public record SimulatedMinutes(
      List<Integer> queued,
      List<Integer> started,
      List<Integer> planned,
      List<Integer> jobs,
      List<Integer> running,
      List<Integer> waiting) {}

  /** The load of a pool. */
  public record SimulatedPool(
      String pool, int channels, List<Integer> running, List<SimulatedSystem> systems) {}

  /** How long the tasks of a system waited. */
  public record SimulatedSystem(
      String system,
      long started,
      long late,
      @JsonProperty("p50_ms") long p50Ms,
      @JsonProperty("p95_ms") long p95Ms,
      long maxMs) {}

  /** User-sites that became older than promised. */
  public record MissedFreshness(List<MissedPromise> clients, List<MissedPromise> sites) {}

  /** The promises of a client or a site. */
  public record MissedPromise(String name, long promised, long missed, long minutes) {}

  /** What follows an outage. {@code recoveredAt} is empty if it does not recover. */
  public record CatchUpBurst(
      Instant from,
      Instant to,
      double usualPerMinute,
      int peakPerMinute,
      Instant peakAt,
      int mostWaiting,
      String recoveredAt) {}

  /** How wrong the simulation of a past day is. */
  public record BackTest(
      long expected,
      long actual,
      double totalError,
      double perMinuteError,
      List<WaitingError> waiting,
      List<BackTestDifference> differences) {}

  /** The waiting time of a system that 95 % of its tasks did not exceed. */
  public record WaitingError(
      String system,
      @JsonProperty("expected_p95_ms") long expectedP95Ms,
      @JsonProperty("actual_p95_ms") long actualP95Ms,
      @Nullable Double error) {}

  /** Something that was not as expected. */
  public record BackTestDifference(String kind, String name, double expected, double actual) {}

  /** Two simulations side by side. */
  public record SimulationComparison(
      List<ComparedTotal> totals,
      List<ComparedSystem> systems,
      ComparedSeries started,
      ComparedSeries running,
      ComparedSeries waiting) {}

  /** A figure of both. */
  public record ComparedTotal(String name, long a, long b) {}

  /** The waiting times of a system in both. */
  public record ComparedSystem(
      String system,
      ComparedValue started,
      ComparedValue late,
      @JsonProperty("p50_ms") ComparedValue p50Ms,
      @JsonProperty("p95_ms") ComparedValue p95Ms,
      ComparedValue maxMs) {}

  /** A value in both. */
  public record ComparedValue(long a, long b) {}

  /** A figure of every minute, in both. */
  public record ComparedSeries(List<Integer> a, List<Integer> b) {}
}
