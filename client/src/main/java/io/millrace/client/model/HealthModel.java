package io.millrace.client.model;

/** How a node is. */
public final class HealthModel {
  private HealthModel() {}

  /** The health of a node. */
  public record Health(String status) {}
}
