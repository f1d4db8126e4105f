package io.millrace.client.api;

import io.millrace.client.model.HealthModel.Health;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;

/** For machines. These need no access token. */
public final class MachinesApi {
  private final ApiCaller caller;

  public MachinesApi(ApiCaller caller) {
    this.caller = caller;
  }

  public Health isAlive() {
    return caller.call(ApiRequest.get("/alive"), Health.class);
  }

  /** Whether the node can take requests. A node that is not ready answers 503. */
  public Health isReady() {
    return caller.call(ApiRequest.get("/ready").once(), Health.class);
  }

  public String getMetrics() {
    return caller.call(ApiRequest.get("/metrics"), String.class);
  }

  public String getPage() {
    return caller.call(ApiRequest.get("/"), String.class);
  }

  public String getOpenApi() {
    return caller.call(ApiRequest.get("/openapi.yaml"), String.class);
  }
}
