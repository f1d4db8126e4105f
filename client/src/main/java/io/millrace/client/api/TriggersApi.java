package io.millrace.client.api;

import io.millrace.client.model.ScheduleQuery;
import io.millrace.client.model.TriggerModel.FireRange;
import io.millrace.client.model.TriggerModel.FireResult;
import io.millrace.client.model.TriggerModel.SchedulePreview;
import io.millrace.client.model.TriggerModel.TriggerFires;
import io.millrace.client.model.TriggerModel.TriggerList;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;

/** Triggers of jobs, and their fires. */
public final class TriggersApi {
  private final ApiCaller caller;

  public TriggersApi(ApiCaller caller) {
    this.caller = caller;
  }

  public TriggerList listTriggers(String id) {
    return caller.call(ApiRequest.get("/jobs/{id}/triggers", id), TriggerList.class);
  }

  public TriggerFires getTriggerFires(String id, String name) {
    return caller.call(
        ApiRequest.get("/jobs/{id}/triggers/{name}/fires", id, name), TriggerFires.class);
  }

  /**
   * Fires the times of a range that are due. It only counts them unless {@code dryRun} is false.
   */
  public FireResult fireTrigger(String id, String name, FireRange range) {
    return caller.call(
        ApiRequest.post("/jobs/{id}/triggers/{name}/fire", id, name).json(range), FireResult.class);
  }

  /** When a schedule would fire. */
  public SchedulePreview previewSchedule(ScheduleQuery schedule) {
    return caller.call(
        QueryFields.add(ApiRequest.get("/schedules/preview"), schedule), SchedulePreview.class);
  }
}
