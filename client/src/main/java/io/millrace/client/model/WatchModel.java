package io.millrace.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.client.model.AccessTokenModel.Role;
import io.millrace.client.model.FreshnessModel.FreshnessExplained;
import io.millrace.client.model.RefreshModel.NextEvent;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskCount;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How all of it is. */
public final class WatchModel {
  private WatchModel() {}

  /** The access token of the request, and the node that answers. */
  public record Session(String name, Role role, String node, String version, Instant time) {}

  /** The nodes of the cluster. */
  public record Cluster(List<Member> members, List<LostNode> lost) {}

  /** A node that the others continue without. */
  public record LostNode(String address, String worker, Instant at) {}

  /** A node of the cluster. */
  public record Member(
      String address,
      String status,
      boolean reachable,
      String version,
      List<String> roles,
      boolean self,
      boolean leader,
      boolean hasSingletons,
      Map<String, Long> shards,
      Map<String, Long> awake) {}

  /** How many tasks a day had, by what happened to them. */
  public record Totals(
      long queued,
      long started,
      long success,
      long failure,
      long timeout,
      long error,
      long canceled,
      long skipped) {}

  /** How often something happened for one reason. */
  public record ReasonCount(String what, String reason, long n) {}

  /** A minute of a day. Each field is there only if it is not empty. */
  public record DayMinute(
      Instant at,
      @Nullable Long planned,
      @Nullable String state,
      @Nullable Long queued,
      @Nullable Long started,
      @Nullable Long success,
      @Nullable Long failed,
      @Nullable Long canceled,
      @Nullable Long skipped) {}

  /** A UTC day: what was planned, and what became of it. */
  public record Today(
      LocalDate date,
      Instant at,
      @Nullable Instant plannedAt,
      long planned,
      long planWaiting,
      long missed,
      Map<String, Long> skippedUsers,
      Totals totals,
      List<ReasonCount> failures,
      List<ReasonCount> skips,
      long waitedMs,
      List<DayMinute> minutes) {}

  /** The state of the whole system now. */
  public record LiveState(
      long running,
      long waiting,
      long due,
      long lateSeconds,
      TaskCount failing,
      Totals today,
      List<PoolSummary> pools,
      String revision,
      Instant at) {}

  /** A pool in a few numbers. */
  public record PoolSummary(
      String pool,
      long version,
      boolean enabled,
      String reason,
      @JsonProperty("maxConcurrency") int maxConcurrency,
      long running,
      long waiting) {}

  /** How a user-site or a collection stands. */
  public record RefreshOverview(
      String kind,
      String source,
      String collection,
      String user,
      String status,
      boolean migrating,
      String schedule,
      long attempts,
      String state,
      @Nullable Instant refreshAt,
      int retry,
      @Nullable Instant plannedAt,
      String disabledReason,
      NextEvent next,
      String freshness,
      @Nullable FreshnessExplained data,
      @Nullable Task lastTask) {}

  /** A page of user-sites or collections. */
  public record RefreshPage(List<RefreshOverview> refreshes, @Nullable String after)
      implements Page<RefreshOverview> {
    @Override
    public List<RefreshOverview> items() {
      return refreshes;
    }
  }
}
