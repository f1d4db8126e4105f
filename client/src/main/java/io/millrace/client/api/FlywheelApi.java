package io.millrace.client.api;

import io.millrace.client.model.FlywheelModel.ForcedRefreshes;
import io.millrace.client.model.FlywheelModel.Plan;
import io.millrace.client.model.FlywheelModel.PlanResult;
import io.millrace.client.model.FlywheelModel.TickResult;
import io.millrace.client.model.FlywheelModel.UserPlan;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** The plan of the day. */
public final class FlywheelApi {
  private final ApiCaller caller;

  public FlywheelApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** Plans a day; without a date, today. Planning again changes nothing that has run. */
  public PlanResult planDay(@Nullable LocalDate date) {
    return caller.call(
        ApiRequest.post("/batch/schedule-user-refreshes").query("date", date).repeatable(),
        PlanResult.class);
  }

  /** Runs the minutes that are due. A minute runs once. */
  public TickResult runMinutes() {
    return caller.call(ApiRequest.post("/flywheel/internal").repeatable(), TickResult.class);
  }

  /** Refreshes all user-sites of a user now. */
  public ForcedRefreshes refreshUser(String id) {
    return caller.call(ApiRequest.post("/flywheel/internal/users/{id}", id), ForcedRefreshes.class);
  }

  /** The plan of a day; without a date, of today. */
  public Plan getPlan(@Nullable LocalDate date) {
    return caller.call(ApiRequest.get("/flywheel/plan").query("date", date), Plan.class);
  }

  /** When a user is refreshed on a day; without a date, today. */
  public UserPlan getUserPlan(String id, @Nullable LocalDate date) {
    return caller.call(ApiRequest.get("/users/{id}/plan", id).query("date", date), UserPlan.class);
  }
}
