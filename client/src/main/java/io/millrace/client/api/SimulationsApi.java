package io.millrace.client.api;

import io.millrace.client.model.SimulationModel.Simulation;
import io.millrace.client.model.SimulationModel.SimulationComparison;
import io.millrace.client.model.SimulationModel.SimulationList;
import io.millrace.client.model.SimulationModel.SimulationReference;
import io.millrace.client.model.SimulationModel.SimulationRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;

/** Days that are simulated. */
public final class SimulationsApi {
  private final ApiCaller caller;

  public SimulationsApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** Takes a simulation, which then waits or runs. */
  public SimulationReference startSimulation(SimulationRequest request) {
    return caller.call(ApiRequest.post("/simulations").json(request), SimulationReference.class);
  }

  /** The newest simulations, without their results. */
  public SimulationList listSimulations() {
    return caller.call(ApiRequest.get("/simulations"), SimulationList.class);
  }

  /** A simulation with its progress, and with its result once it is done. */
  public Simulation getSimulation(String id) {
    return caller.call(ApiRequest.get("/simulations/{id}", id), Simulation.class);
  }

  /** Stops a simulation and forgets it. */
  public void deleteSimulation(String id) {
    caller.send(ApiRequest.delete("/simulations/{id}", id));
  }

  /** Two results side by side. */
  public SimulationComparison compareSimulations(String id, String other) {
    return caller.call(
        ApiRequest.get("/simulations/{id}/compare/{other}", id, other), SimulationComparison.class);
  }
}
