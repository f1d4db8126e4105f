package io.millrace.client.api;

import io.millrace.client.model.FlowModel.Pool;
import io.millrace.client.model.FlowModel.PoolChange;
import io.millrace.client.model.FlowModel.PoolChangePage;
import io.millrace.client.model.FlowModel.PoolConfig;
import io.millrace.client.model.FlowModel.PoolList;
import io.millrace.client.model.PageRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pools of channels. */
public final class FlowApi {
  private final ApiCaller caller;

  public FlowApi(ApiCaller caller) {
    this.caller = caller;
  }

  public Pool getDefaultPool() {
    return caller.call(ApiRequest.get("/flow-control"), Pool.class);
  }

  public Pool configureDefaultPool(PoolConfig config) {
    return caller.call(ApiRequest.put("/flow-control").json(config), Pool.class);
  }

  public PoolList listPools() {
    return caller.call(ApiRequest.get("/flow-control/pools"), PoolList.class);
  }

  public Pool getPool(String name) {
    return caller.call(ApiRequest.get("/flow-control/pools/{name}", name), Pool.class);
  }

  public Pool configurePool(String name, PoolConfig config) {
    return caller.call(ApiRequest.put("/flow-control/pools/{name}", name).json(config), Pool.class);
  }

  public void deletePool(String name) {
    caller.send(ApiRequest.delete("/flow-control/pools/{name}", name));
  }

  /** Grants nothing until it is resumed. */
  public Pool pausePool(String name, String reason) {
    return caller.call(
        ApiRequest.post("/flow-control/pools/{name}/pause", name)
            .json(ReasonBody.of(reason))
            .repeatable(),
        Pool.class);
  }

  public Pool resumePool(String name, @Nullable String reason) {
    return caller.call(
        ApiRequest.post("/flow-control/pools/{name}/resume", name)
            .json(ReasonBody.of(reason))
            .repeatable(),
        Pool.class);
  }

  /** Grants the system nothing until it is resumed. */
  public Pool pauseSystem(String name, String system, String reason) {
    return caller.call(
        ApiRequest.post("/flow-control/pools/{name}/systems/{system}/pause", name, system)
            .json(ReasonBody.of(reason))
            .repeatable(),
        Pool.class);
  }

  public Pool resumeSystem(String name, String system, @Nullable String reason) {
    return caller.call(
        ApiRequest.post("/flow-control/pools/{name}/systems/{system}/resume", name, system)
            .json(ReasonBody.of(reason))
            .repeatable(),
        Pool.class);
  }

  public PoolChangePage listPoolChanges(String name, PageRequest page) {
    return caller.call(
        ApiRequest.get("/flow-control/pools/{name}/changes", name)
            .query("limit", page.limit())
            .query("after", page.after()),
        PoolChangePage.class);
  }

  /** All changes of {@link #listPoolChanges}. */
  public Stream<PoolChange> allPoolChanges(String name) {
    return PageStream.of(page -> listPoolChanges(name, page));
  }
}
